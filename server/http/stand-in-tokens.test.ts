import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedApp, refused, unknowable } from '../../tests/factories/guarded-app.ts';
import { type LoginProcess, startLoginProcess } from '../../tests/factories/login-process.ts';

/** What the development login provider signs is what `npm start` has to accept. */
let provider: LoginProcess;
beforeAll(async () => {
  provider = await startLoginProcess();
  await provider.control('accounts', {
    email: 'asa@customers.example',
    password: 'a long enough password',
  });
  await provider.control('organizations', {
    id: 'org_colony',
    name: 'Colony',
    members: [{ email: 'asa@customers.example', role: 'admin' }],
  });
});
afterAll(() => provider.close());

const newToken = async () => {
  const session = { email: 'asa@customers.example', organizationId: 'org_colony' };
  return (await provider.control('sessions', session)).access_token!;
};

it('tokens of the development login provider open sessions, through an outage of its keys and after it', async () => {
  const guarded = createGuardedApp(provider, { timeoutMs: 500, retryMs: 100, freshMs: 100 });
  const token = await newToken();
  const { status, body } = await guarded.askWith(token);
  expect(status).toBe(200);
  expect(body).toMatchObject({ userId: expect.any(String), sessionId: expect.any(String), role: 'admin' });

  for (const jwks of ['unavailable', 'html-502', 'drop', 'hang']) {
    await provider.control('faults', { jwks });
    const late = createGuardedApp(provider, { timeoutMs: 500, retryMs: 100 });
    expect(await late.askWith(token), jwks).toEqual(unknowable);
    expect((await guarded.askWith(token)).status, jwks).toBe(200);
    await provider.control('faults', {});
    await expect.poll(async () => (await late.askWith(token)).status, { timeout: 10_000 }).toBe(200);
    await late.app.close();
  }

  await provider.control('faults', { tokenSeconds: -60 });
  expect(await guarded.askWith(newToken())).toEqual(refused);
  await guarded.app.close();
});
