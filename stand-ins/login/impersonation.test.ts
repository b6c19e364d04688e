import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
  await provider.control('accounts', { ...ada, emailVerified: false });
});
afterAll(() => provider.close());

it('a session names its impersonator in every answer and token, to its end', async () => {
  const visitor = new Visitor(provider);
  const impersonator = { email: 'support@example.com', reason: 'Ticket 17' };
  let answer = await tokensOf(await provider.control('sessions', { email: ada.email, impersonator }));
  for (let refresh = 0; refresh < 3; refresh++) {
    expect(answer).toMatchObject({ impersonator, authentication_method: 'Impersonation', user: { email: ada.email } });
    expect(decodeJwt(answer.access_token).act).toEqual({ sub: 'support@example.com' });
    answer = await tokensOf(await visitor.refresh(answer.refresh_token));
  }
  await provider.restart();
  expect(await tokensOf(await visitor.refresh(answer.refresh_token))).toMatchObject({ impersonator });
});

it('the reason may be missing, the address not', async () => {
  const start = (impersonator: object) => provider.control('sessions', { email: ada.email, impersonator });
  const answer = await tokensOf(await start({ email: 'support@example.com' }));
  expect(answer).toMatchObject({ impersonator: { email: 'support@example.com', reason: null } });
  expect((await start({ reason: 'Ticket 17' })).status).toBe(400);
});
