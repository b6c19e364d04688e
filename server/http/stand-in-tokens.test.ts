import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabasePlace, type DatabasePlace } from '../../tests/factories/database.ts';
import { createGuardedApp, refused, unknowable } from '../../tests/factories/guarded-app.ts';
import { findServerPort } from '../../tests/factories/server-process.ts';

/** The development login provider as a process of its own; what it signs is what `npm start` has to accept. */
let provider: ChildProcess;
let place: DatabasePlace;
let environment: Record<string, string>;
let origin: string;

beforeAll(async () => {
  place = await createDatabasePlace();
  const port = await findServerPort();
  environment = { LOGIN_PORT: String(port), DATA_DIR: place.dataDir };
  origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('../../stand-ins/login/main.ts', import.meta.url));
  provider = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...environment, LOGIN_TEST_CONTROLS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(provider.stdout!, 'data');
  await control('accounts', { email: 'asa@customers.example', password: 'a long enough password', role: 'admin' });
});
afterAll(async () => {
  provider.kill('SIGKILL');
  await once(provider, 'close');
  await place.remove();
});

async function control(name: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/_test/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? {} : response.json();
}

const newToken = async () => (await control('sessions', { email: 'asa@customers.example' })).access_token!;

it('tokens of the development login provider open sessions, through an outage of its keys and after it', async () => {
  const guarded = createGuardedApp({ environment }, { timeoutMs: 500, retryMs: 100, freshMs: 100 });
  const token = await newToken();
  const { status, body } = await guarded.askWith(token);
  expect(status).toBe(200);
  expect(body).toMatchObject({ userId: expect.any(String), sessionId: expect.any(String), role: 'admin' });

  for (const jwks of ['unavailable', 'html-502', 'drop', 'hang']) {
    await control('faults', { jwks });
    const late = createGuardedApp({ environment }, { timeoutMs: 500, retryMs: 100 });
    expect(await late.askWith(token), jwks).toEqual(unknowable);
    expect((await guarded.askWith(token)).status, jwks).toBe(200);
    await control('faults', {});
    await expect.poll(async () => (await late.askWith(token)).status, { timeout: 10_000 }).toBe(200);
    await late.app.close();
  }

  await control('faults', { tokenSeconds: -60 });
  expect(await guarded.askWith(newToken())).toEqual(refused);
  await guarded.app.close();
});
