import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildLoginApp } from '../app.ts';
import { type LoginConfig, readLoginConfig } from '../config.ts';
import { openProvider } from '../provider.ts';

/** A provider that listens in the test's own process. */
export interface TestProvider {
  config: LoginConfig;
  address: string;
  /** The site that it serves; nothing listens there. */
  siteOrigin: string;
  /** Moves the provider's clock on. */
  passTime(ms: number): void;
  /** Stops it and starts another one in the same folder, at the same address. */
  restart(): Promise<void>;
  control(path: string, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a provider in a folder of its own, or in the caller's `DATA_DIR`, with test controls, on a free port. */
export async function startTestProvider(settings: Record<string, string> = {}): Promise<TestProvider> {
  const folder = settings.DATA_DIR ?? makeFolder();
  const loginPort = await findFreePort();
  // Nothing listens there.
  const sitePort = loginPort - 1;
  const environment = {
    PORT: String(sitePort),
    LOGIN_PORT: String(loginPort),
    DATA_DIR: folder,
    LOGIN_TEST_CONTROLS: '1',
    ...settings,
  };
  const config = readLoginConfig(environment);
  const address = `http://localhost:${loginPort}`;
  let passedMs = 0;
  const start = async () => {
    const app = buildLoginApp(await openProvider(config, () => Date.now() + passedMs));
    await app.listen({ port: loginPort, host: 'localhost' });
    return app;
  };
  let app = await start();
  return {
    config,
    address,
    siteOrigin: config.siteOrigins[0],
    passTime(ms) {
      passedMs += ms;
    },
    async restart() {
      await app.close();
      app = await start();
    },
    control: (name, body) =>
      fetch(`${address}/_test/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async close() {
      await app.close();
      if (!settings.DATA_DIR) rmSync(folder, { recursive: true });
    },
  };
}

export function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'login-provider-'));
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
