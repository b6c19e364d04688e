import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { SpeechResult } from './generated-types.ts';
import { Offline, type OfflineState } from './offline.ts';

/** A service whose calls take as long as what a test does meanwhile. */
let meanwhile: () => Promise<unknown>;
let signer: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let keys: JSONWebKeySet;
let answered: (ids: string[]) => string[];
const told: string[][] = [];
const session = { user: { userId: 'user_ada', sessionId: 'session_1' } };
const client = {
  session,
  read: async () => keys,
  async call(name: string, { body }: { body: { requests: { id: string; seconds: number }[] } }) {
    if (name === 'reportSpeech') {
      // As the service does, which then keeps none of them.
      if (!body.requests.every(({ seconds }) => Number.isInteger(seconds))) throw new Error('validation-failed');
      const ids = body.requests.map(({ id }) => id);
      told.push(ids);
      const results = answered(ids).map((id): SpeechResult => ({ id, state: 'counted', adjusted: false }));
      return { results };
    }
    const { userId } = session.user;
    await meanwhile();
    const now = Date.now();
    return {
      entitlement: await entitlementOf(userId, now),
      serverTime: new Date(now).toISOString(),
      refreshAfter: new Date(now + 1_000).toISOString(),
    };
  },
} as unknown as Client;
const entitlementOf = (sub: string, nowMs: number) =>
  new SignJWT({
    installation: 'installation',
    minimumVersion: '1.0.0',
    quotas: { offline: { limit: 55, used: 0, remaining: 55, resetsAt: null } },
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'entitlement+jwt', kid: 'service' })
    .setIssuer('https://service.example')
    .setAudience('client')
    .setSubject(sub)
    .setExpirationTime(Math.floor(nowMs / 1000) + 3600)
    .sign(signer);

let kept: OfflineState;
let offline: Offline;
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  signer = pair.privateKey;
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'service', alg: 'EdDSA' }] };
});
beforeEach(() => {
  meanwhile = async () => {};
  answered = (ids) => ids;
  told.length = 0;
  session.user = { userId: 'user_ada', sessionId: 'session_1' };
  kept = { installationId: 'installation', latestMs: 0, recordings: [] };
  const store = {
    get kept() {
      return kept;
    },
    save(changes: Partial<OfflineState>) {
      kept = { ...kept, ...changes };
    },
  };
  const place = { siteOrigin: 'https://service.example', clientId: 'client' };
  offline = new Offline({ ...place, version: '1.0.0', platform: 'windows', now: Date.now }, store, session);
});
const record = () => offline.record({ seconds: 30, language: 'de', model: 'model' });
const ids = () => kept.recordings.map(({ id }) => id);

it('keeps what is recorded and reported while the entitlement is fetched', async () => {
  await offline.refresh(client);
  await record();
  await offline.report(client);
  const [before] = ids();
  meanwhile = async () => {
    await record();
    await offline.report(client);
    await record();
  };
  await offline.refresh(client);
  // What was reported before is in what the entitlement says was used; of the rest nobody knows.
  expect(kept.recordings.map(({ isReported }) => isReported)).toEqual([true, false]);
  expect(ids()).not.toContain(before);
  const [, last] = ids();
  await offline.report(client);
  expect(told.at(-1)).toEqual([last]);
});

it('reports again what was not answered, at another time', async () => {
  await offline.refresh(client);
  for (let count = 0; count < 3; count += 1) await record();
  answered = ([first]) => (told.length > 1 ? [] : [first!]);
  expect(await offline.report(client)).toHaveLength(1);
  answered = (given) => given;
  expect(await offline.report(client)).toHaveLength(2);
  expect(kept.recordings.every(({ isReported }) => isReported)).toBe(true);
});

it('a recording whose length is not in whole seconds keeps no other from being reported', async () => {
  await offline.refresh(client);
  for (const seconds of [12.34, Number.NaN]) await offline.record({ seconds, language: 'de', model: 'model' });
  await record();
  expect(await offline.report(client)).toHaveLength(3);
});

it('an entitlement is good for nobody else who signs in, nor for nobody', async () => {
  await offline.refresh(client);
  session.user = { userId: 'user_bob', sessionId: 'session_2' };
  await expect(record()).rejects.toMatchObject({ kind: 'go-online' });
  expect(kept.recordings).toEqual([]);
  await offline.refresh(client);
  await record();
  expect(kept.recordings).toMatchObject([{ accountId: 'user_bob' }]);
  session.user = undefined as never;
  await expect(record()).rejects.toMatchObject({ kind: 'go-online' });
});

it('counts what was recorded since the entitlement, and tells nobody else’s', async () => {
  await offline.refresh(client);
  expect(await record()).toEqual({ left: 54 });
  expect(await record()).toEqual({ left: 53 });
  session.user = { userId: 'user_bob', sessionId: 'session_2' };
  expect(await offline.report(client)).toEqual([]);
  await offline.refresh(client);
  expect(await record()).toEqual({ left: 54 });
  session.user = { userId: 'user_ada', sessionId: 'session_3' };
  expect(await offline.report(client)).toHaveLength(2);
});

it('is good for no other installation, nor with a clock that was turned back', async () => {
  await offline.refresh(client);
  const { installationId } = kept;
  kept = { ...kept, installationId: 'another' };
  await expect(record()).rejects.toMatchObject({ kind: 'go-online' });
  const minute = 60_000;
  kept = { ...kept, installationId, latestMs: Date.now() + 11 * minute };
  await expect(record()).rejects.toMatchObject({ kind: 'clock' });
  kept = { ...kept, latestMs: Date.now() + 9 * minute };
  expect(await record()).toEqual({ left: 54 });
});
