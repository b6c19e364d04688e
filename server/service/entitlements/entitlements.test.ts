import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entitlementClaims, entitlementType } from '../../../shared/api/entitlements.ts';
import { apiPaths, entitlementKeysPath } from '../../../shared/api-paths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';

const secondMs = 1000;
const makeKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

const [present, former] = [makeKey(), makeKey()];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ ENTITLEMENT_SIGNING_KEY: `${present},${former}` });
  await api.download('user_app');
});
afterAll(() => api.close());

const installationId = randomUUID();

const ask = async (payload: object = { installationId, platform: 'windows' }, headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: apiPaths.entitlements,
    headers: { ...(await api.desktopHeaders('user_app')), ...headers },
    payload,
  });

async function readKeys(from = api): Promise<JSONWebKeySet> {
  const answer = await from.app.inject(entitlementKeysPath);
  expect(answer.headers['content-type']).toMatch(/^application\/jwk-set\+json/);
  return answer.json();
}

it('says what the app may do, so that the published keys prove it', async () => {
  const answer = await ask();
  expect(answer.statusCode, answer.body).toBe(200);
  const { entitlement, serverTime, refreshAfter } = answer.json();
  expect(Date.parse(refreshAfter) - Date.parse(serverTime)).toBe(dayMs);
  const { payload, protectedHeader } = await jwtVerify(entitlement, createLocalJWKSet(await readKeys()), {
    algorithms: ['EdDSA'],
    typ: entitlementType,
    issuer: api.config.siteOrigin,
    audience: api.issuer.desktopClientId,
    currentDate: api.time.now,
  });
  expect(protectedHeader.kid).toMatch(/^[\w-]{43}$/);
  expect(entitlementClaims.parse(payload)).toEqual({
    iss: api.config.siteOrigin,
    aud: api.issuer.desktopClientId,
    sub: 'user_app',
    installation: installationId,
    platform: 'windows',
    iat: Math.floor(api.time.now.getTime() / secondMs),
    exp: expect.any(Number),
    plan: 'free',
    quotas: {
      online: expect.objectContaining({ limit: 45, used: 0 }),
      offline: expect.objectContaining({ limit: 55, used: 0, resetsAt: expect.stringMatching(/Z$/) }),
    },
    maxRecordingSeconds: 605,
    minimumVersion: '0.0.0',
    closing: null,
  });
});

it('ends 15 days after the sign-in, whenever it is asked for', async () => {
  const start = api.time.now;
  const endOf = async () => decodeJwt((await ask()).json().entitlement).exp! * secondMs;
  const end = start.getTime() + 15 * dayMs;
  for (const passedDays of [0, 1, 14.9]) {
    api.time.now = new Date(start.getTime() + passedDays * dayMs);
    expect(Math.abs((await endOf()) - end)).toBeLessThan(5 * secondMs);
  }
  api.time.now = new Date(end + 5 * secondMs);
  expect((await ask()).json().code).toBe('sign-in-too-old');
  api.time.now = start;
});

it('ends seven days after the term that is paid, where that is sooner', async () => {
  const days = (count: number) => new Date(api.time.now.getTime() + count * dayMs);
  const grant = { account_id: 'user_app', plan: 'high', online_requests: null, granted_at: days(-1) } as const;
  const endsIn = async (until: Date | null) => {
    await api.database.kysely.deleteFrom('plan_grants').execute();
    await api.database.kysely
      .insertInto('plan_grants')
      .values({ ...grant, until })
      .execute();
    const end = decodeJwt((await ask()).json().entitlement).exp! * secondMs;
    return Math.round((end - api.time.now.getTime()) / dayMs);
  };
  expect([await endsIn(days(3)), await endsIn(days(7)), await endsIn(days(20)), await endsIn(null)]).toEqual([
    10, 14, 15, 15,
  ]);
  await api.database.kysely.deleteFrom('plan_grants').execute();
});

it('of a former key is good as long as the key is listed', async () => {
  const { keys } = await readKeys();
  expect(keys).toHaveLength(2);
  expect(keys.every((key) => !('d' in key) && key.crv === 'Ed25519' && key.alg === 'EdDSA')).toBe(true);
  const before = await createTestApi({ ENTITLEMENT_SIGNING_KEY: former });
  await before.download('user_app');
  const answer = await before.app.inject({
    method: 'POST',
    url: apiPaths.entitlements,
    headers: await before.desktopHeaders('user_app'),
    payload: { installationId, platform: 'macos' },
  });
  await before.close();
  const { entitlement } = answer.json();
  expect(decodeProtectedHeader(entitlement).kid).toBe(keys[1]!.kid);
  await jwtVerify(entitlement, createLocalJWKSet({ keys }), { algorithms: ['EdDSA'] });
});

it('is refused to the website, to strangers, and for what is no installation', async () => {
  expect((await ask({ installationId: 'mine', platform: 'windows' })).statusCode).toBe(422);
  expect((await ask({ installationId, platform: 'linux' })).statusCode).toBe(422);
  expect((await ask({ installationId, platform: 'windows', plan: 'high' })).statusCode).toBe(422);
  const authorization = `Bearer ${await api.issuer.tokenFor('user_app')}`;
  expect((await ask(undefined, { authorization })).json().code).toBe('desktop-app-required');
  expect((await api.app.inject({ method: 'POST', url: apiPaths.entitlements, payload: {} })).statusCode).toBe(401);
});

it('no token of the login provider passes for one, nor the reverse', async () => {
  const keys = createLocalJWKSet(await readKeys());
  await expect(jwtVerify(await api.issuer.desktopTokenFor('user_app'), keys)).rejects.toThrow();
  const { entitlement } = (await ask()).json();
  const answer = await ask(undefined, { authorization: `Bearer ${entitlement}` });
  expect(answer.statusCode).toBe(401);
});
