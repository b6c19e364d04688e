import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { composeFeatures } from '../../contract/composition.ts';
import type { Feature } from '../../contract/feature.ts';
import { features } from '../../features.ts';
import { getSignInTime } from './desktop.ts';

/** One route that only the app may use. */
const forTheApp: Feature = {
  routes(app, { requireDesktop }) {
    app.get('/api/for-the-app', requireDesktop, async (request) => ({
      client: request.session.client,
      signedInAt: getSignInTime(request),
    }));
  },
};
const withRoute = { features: composeFeatures([...features, forTheApp]) };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ DESKTOP_MINIMUM_VERSION: '1.2.0' }, withRoute);
  for (const user of ['user_app', 'user_old', 'user_long', 'user_silent']) await api.download(user);
});
afterAll(() => api.close());

async function ask(userId: string, headers: Record<string, string | undefined> = {}, claims = {}) {
  const all = { ...(await api.desktopHeaders(userId, claims)), 'app-version': '1.2.0', ...headers };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return api.app.inject({ url: '/api/for-the-app', headers: given as Record<string, string> });
}

it('the app with all it needs is let in', async () => {
  const answer = await ask('user_app');
  expect([answer.statusCode, answer.json().client]).toEqual([200, 'desktop']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('a token of the website does not open what is for the app, nor the reverse', async () => {
  const website = { authorization: `Bearer ${await api.issuer.tokenFor('user_app')}` };
  const refused = await ask('user_app', website);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'desktop-app-required']);
  const headers = await api.desktopHeaders('user_app');
  const form = await api.app.inject({ method: 'POST', url: apiPaths.downloads, headers, payload: {} });
  expect([form.statusCode, form.json().code]).toEqual([401, 'authentication-required']);
  // What both may see.
  for (const url of [apiPaths.account, apiPaths.usage])
    expect((await api.app.inject({ url, headers })).statusCode, url).toBe(200);
});

it.each<[string, Record<string, unknown>]>([
  ['that names the website as well', { aud: ['client_test', 'client_desktop'], client_id: 'client_test' }],
  ['whose issuer is of the website', { iss: 'website' }],
  ['of a third client', { client_id: 'client_other', aud: 'client_other' }],
])('a token %s is refused', async (_, claims) => {
  const iss = claims.iss === 'website' ? { iss: api.issuer.issuer } : {};
  expect((await ask('user_app', {}, { ...claims, ...iss })).statusCode).toBe(401);
});

it('no page of a browser is let in, not even of the site itself', async () => {
  for (const origin of ['https://evil.example', api.config.siteOrigin, 'null']) {
    const answer = await ask('user_app', { origin });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'desktop-app-required']);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
});

it('a version that is too old is told to be replaced', async () => {
  for (const version of ['1.1.9', '0.9.10', '1.1.9+20261127', '1.1.9.4', '1.1.9-beta.1']) {
    const refused = (await ask('user_app', { 'app-version': version })).json();
    expect(refused.code, version).toBe('app-version-not-supported');
    expect(refused.detail, version).toContain('1.2.0');
  }
  for (const version of ['1.2.0', '1.10.0', '2.0.0', '1.2.0-beta.1', '1.2.0+7', '1.2.0-beta.1+7', '1.2.0.4', '1.2.0.0'])
    expect((await ask('user_app', { 'app-version': version })).statusCode, version).toBe(200);
});

it('what is no version is not called too old', async () => {
  const none = [undefined, '', 'latest', '1.2', '-1.2.0', '1.2.0.', '1.2.0.4.1', '1.2.0.x', '01.2.0', '1.2.0-..'];
  for (const version of [...none, `1.2.0-${'x'.repeat(80)}`]) {
    const refused = await ask('user_app', { 'app-version': version });
    expect([refused.statusCode, refused.json().code], version).toEqual([400, 'malformed-request']);
    expect(refused.json().detail, version).toContain('App-Version');
  }
});

it('a version that is too old still reports what it used, and learns of its account', async () => {
  const headers = { ...(await api.desktopHeaders('user_app')), 'app-version': '1.1.9' };
  const recording = { id: randomUUID(), mode: 'offline', seconds: 12, language: 'de', model: 'whisper' };
  const payload = { requests: [{ ...recording, startedAt: api.time.now.toISOString() }] };
  const report = await api.app.inject({ method: 'POST', url: apiPaths.speechRequests, headers, payload });
  expect(report.json()).toMatchObject({ results: [{ state: 'counted' }], quotas: { offline: { used: 1 } } });
  for (const url of [apiPaths.account, apiPaths.usage])
    expect((await api.app.inject({ url, headers })).statusCode, url).toBe(200);
  for (const url of [apiPaths.entitlements, apiPaths.textEnhance]) {
    const refused = await api.app.inject({ method: 'POST', url, headers, payload: {} });
    expect(refused.json().code, url).toBe('app-version-not-supported');
  }
});

it('every call says in the language of the user what only the user can do', async () => {
  const headers = { ...(await api.desktopHeaders('user_told')), 'accept-language': 'de-CH', 'app-version': '1.2.0' };
  const send = async (url: string, more = {}) => {
    const answer = await api.app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload: {} });
    const { code, message, action } = answer.json();
    return [code, message, ...(action ? [action.url.replace(api.config.siteOrigin, '')] : [])];
  };
  const calls = [apiPaths.entitlements, apiPaths.speechRequests, apiPaths.textEnhance];
  for (const url of calls)
    expect(await send(url), url).toEqual([
      'confirmation-missing',
      expect.stringContaining('akzeptieren Sie die Bedingungen'),
      '/account?lang=de',
    ]);
  await api.download('user_told');
  const set = (changes: object) =>
    api.database.kysely.updateTable('accounts').set(changes).where('id', '=', 'user_told').execute();
  await set({ restricted_at: api.time.now });
  for (const url of calls)
    expect(await send(url), url).toEqual([
      'account-restricted',
      expect.stringContaining('«Ihre Daten»'),
      '/account/data?lang=de',
    ]);
  await set({ restricted_at: null });
  for (const url of [apiPaths.entitlements, apiPaths.textEnhance])
    expect(await send(url, { 'app-version': '1.0.0' }), url).toEqual([
      'app-version-not-supported',
      expect.stringContaining('zu alt'),
      '/writing-ant/download?lang=de',
    ]);
  api.issuer.sessionStarts.set('session_of_user_told', new Date(Date.now() - 16 * dayMs));
  await api.database.kysely.deleteFrom('desktop_sessions').execute();
  for (const url of calls)
    expect(await send(url), url).toEqual([
      'sign-in-too-old',
      expect.stringContaining('melden Sie sich noch einmal an'),
    ]);
});

it('nobody who has not accepted the documents is let in', async () => {
  expect((await ask('user_unknown')).json().code).toBe('confirmation-missing');
});

it('an ended or suspended account is let in no more', async () => {
  const set = (status: 'suspended' | 'active') =>
    api.database.kysely.updateTable('accounts').set({ status }).where('id', '=', 'user_app').execute();
  await set('suspended');
  expect((await ask('user_app')).json().code).toBe('account-suspended');
  await set('active');
  expect((await ask('user_app')).statusCode).toBe(200);
});

it('a restricted account is let in again when its holder has lifted that', async () => {
  const set = (restricted_at: Date | null) =>
    api.database.kysely.updateTable('accounts').set({ restricted_at }).where('id', '=', 'user_app').execute();
  await set(api.time.now);
  expect((await ask('user_app')).json().code).toBe('account-restricted');
  await set(null);
  expect((await ask('user_app')).statusCode).toBe(200);
});

it('a sign-in is good for 15 days, to the second, and no refresh prolongs it', async () => {
  const start = api.time.now;
  const days = async (ms: number, claims = {}) => {
    api.time.now = new Date(start.getTime() + ms);
    const answer = await ask('user_long', {}, claims);
    return answer.statusCode;
  };
  // Every token is a refreshed one: the same session, dated anew.
  expect(await days(0)).toBe(200);
  expect(await days(7 * dayMs)).toBe(200);
  expect(await days(15 * dayMs - 1000)).toBe(200);
  expect(await days(15 * dayMs + 1000)).toBe(401);
  const refused = await ask('user_long');
  expect(refused.json().code).toBe('sign-in-too-old');
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_user_authentication", max_age=1296000');
  expect(await days(15 * dayMs + 1000, { sid: 'session_new' })).toBe(200);
  api.time.now = start;
});

it('the sign-in counts, not the first call: the provider says when it was', async () => {
  api.issuer.sessionStarts.set('session_of_user_old', new Date(Date.now() - 14 * dayMs));
  const answer = await ask('user_old');
  expect(answer.statusCode).toBe(200);
  expect(Date.parse(answer.json().signedInAt)).toBeLessThan(api.time.now.getTime() - 14 * dayMs + hourMs);
  // Forgotten, and asked again.
  await api.database.kysely.deleteFrom('desktop_sessions').execute();
  api.issuer.sessionStarts.set('session_of_user_old', new Date(Date.now() - 16 * dayMs));
  expect((await ask('user_old')).json().code).toBe('sign-in-too-old');
});

it('a provider that is silent stops nobody: the sign-in counts from the first call', async () => {
  api.issuer.refuseManagementWith.status = 503;
  expect((await ask('user_silent')).statusCode).toBe(200);
  api.issuer.refuseManagementWith.status = null;
});

it('a blocked country is believed of a trusted proxy, and of nobody else', async () => {
  const blocking = await createTestApi(
    { BLOCKED_COUNTRIES: 'CU, kp', COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '127.0.0.1' },
    withRoute,
  );
  await blocking.download('user_far');
  const codeOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const all = { ...(await blocking.desktopHeaders('user_far')), ...headers };
    const answer = await blocking.app.inject({ url: '/api/for-the-app', headers: all, remoteAddress });
    return answer.json().code ?? answer.statusCode;
  };
  const forwarded = { 'x-forwarded-for': '192.0.2.7' };
  expect(await codeOf({ ...forwarded, 'x-country': 'KP' })).toBe('country-blocked');
  expect(await codeOf({ ...forwarded, 'x-country': 'CH' })).toBe(200);
  expect(await codeOf({ ...forwarded, 'x-country': 'CU' }, '192.0.2.9')).toBe(200);
  await blocking.close();
});
