import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';
import { createDatabasePlace } from './database.ts';
import { findServerPort } from './server-process.ts';

/** The development login provider as a process of its own: what `npm start` runs. */
export interface LoginProcess {
  /** Settings that make a server use it. */
  environment: Record<string, string>;
  origin: string;
  /** A test control (stand-ins/login/README.md). Throws when it is refused. */
  control(name: string, body: object): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export async function startLoginProcess(): Promise<LoginProcess> {
  const place = await createDatabasePlace();
  const port = await findServerPort();
  const environment = { LOGIN_PORT: String(port), DATA_DIR: place.dataDir };
  const origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('../../stand-ins/login/main.ts', import.meta.url));
  const provider = spawn(process.execPath, [script], {
    env: { ...bareEnvironment, ...environment, LOGIN_TEST_CONTROLS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(provider.stdout!, 'data');
  return {
    environment,
    origin,
    async control(name, body) {
      const response = await fetch(`${origin}/_test/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? {} : response.json();
    },
    async close() {
      provider.kill('SIGKILL');
      await once(provider, 'close');
      await place.remove();
    },
  };
}
