import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoginProcess, startLoginProcess } from '../../tests/factories/login-process.ts';
import { readConfig } from '../config/config.ts';
import { connectLoginProvider, LoginProviderUnreachable } from './login-provider.ts';

let provider: LoginProcess;
beforeAll(async () => {
  provider = await startLoginProcess();
});
afterAll(() => provider.close());

const connect = (apiKey = readConfig({}).login.apiKey!) =>
  connectLoginProvider({ managementUrl: provider.origin, apiKey });

let people = 0;
async function signIn() {
  const email = `ada-${++people}@customers.example`;
  const { id = '' } = await provider.control('accounts', { email, password: 'a long enough password' });
  const { access_token = '' } = await provider.control('sessions', { email });
  return { id, sid: String(decodeJwt(access_token).sid) };
}

it('tells how long ago a session began, and nothing of other people’s', async () => {
  const [ada, other] = [await signIn(), await signIn()];
  expect(await connect().findSessionAgeMs(ada.id, ada.sid)).toBeLessThan(60_000);
  expect(await connect().findSessionAgeMs(ada.id, other.sid)).toBeUndefined();
  expect(await connect().findSessionAgeMs('user_nobody', ada.sid)).toBeUndefined();
  await provider.control('faults', { sessionMinutes: 30 });
  expect(await connect().findSessionAgeMs(ada.id, ada.sid)).toBeGreaterThanOrEqual(30 * 60_000);
  await provider.control('faults', {});
});

it('removes a user with the sessions, once and again', async () => {
  const { id, sid } = await signIn();
  await connect().removeUser(id);
  expect(await connect().findSessionAgeMs(id, sid)).toBeUndefined();
  await connect().removeUser(id);
});

it.each(['rate-limited', 'unavailable', 'html-502', 'drop'])('says so when the provider is %s', async (management) => {
  const { id, sid } = await signIn();
  await provider.control('faults', { management });
  await expect(connect().findSessionAgeMs(id, sid)).rejects.toThrow(LoginProviderUnreachable);
  await expect(connect().removeUser(id)).rejects.toThrow(LoginProviderUnreachable);
  await provider.control('faults', {});
  expect(await connect().findSessionAgeMs(id, sid)).toBeLessThan(60_000);
});

it('and when the key is wrong', async () => {
  const { id, sid } = await signIn();
  await expect(connect('sk_wrong').findSessionAgeMs(id, sid)).rejects.toThrow(LoginProviderUnreachable);
  await expect(connect('sk_wrong').removeUser(id)).rejects.toThrow(LoginProviderUnreachable);
});
