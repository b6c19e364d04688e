import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consentOptionHashes } from '../../../content/consent/hashes.ts';
import { currentConsentOptions } from '../../../content/consent/versions.ts';
import type { ConsentRequest } from '../../../shared/api/consents.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { budgets } from '../../../shared/business/budgets.ts';
import { consentDocument } from '../../../shared/business/consent.ts';
import { retention } from '../../../shared/business/retention.ts';
import { addMonths } from '../../../shared/months.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { createLegalFolder, firstVersion } from '../../../tests/factories/legal-folder.ts';
import { aConsentRequest } from '../../../tests/factories/records.ts';
import { readLegalDocuments } from '../legal-documents/legal-documents.ts';
import { consentRetention, readConsentOptions, recordConsent } from './consents.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const post = (payload: unknown, headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: apiPaths.consents,
    payload: payload as object,
    headers: { 'content-type': 'application/json', ...headers },
  });
/** A choice on a page that the server has served just now. */
const aChoice = (given: Partial<ConsentRequest> = {}) => aConsentRequest(given, api.time.now);
const rows = () => api.database.kysely.selectFrom('consents').selectAll().orderBy('id').execute();

describe('a consent record', () => {
  it('is kept with the server’s time and the hashes of what was shown, and names nobody', async () => {
    api.time.now = new Date('2026-12-22T10:00:00.000Z');
    const request = aChoice({ locale: 'de', decidedAt: '2026-12-22T09:30:00.000Z' });
    const answer = await post(request, { 'user-agent': 'Marked browser' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      ...request,
      optionsSha256: consentOptionHashes[currentConsentOptions]!.de,
      documentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      recordedAt: '2026-12-22T10:00:00.000Z',
      isCurrent: true,
    });
    const kept = (await rows()).find(({ id }) => id === request.id);
    expect(kept).toMatchObject({ session_id: request.sessionId, statistics: true, method: 'banner' });
    expect(JSON.stringify(kept)).not.toMatch(/Marked browser|127\.0\.0\.1/);
  });

  it('can be repeated at any time, also by two windows at once, and changes nothing', async () => {
    api.time.now = new Date('2026-11-22T11:00:00.000Z');
    const request = aChoice();
    const both = await Promise.all([post(request), post(request)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    const before = await rows();
    api.time.now = new Date('2026-11-25T11:00:00.000Z');
    const again = await post({ ...request, id: request.id.toUpperCase() });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(both[0]!.json());
    expect(await rows()).toEqual(before);
  });

  it('does not give way to another one under its id', async () => {
    const request = aChoice();
    await post(request);
    const before = await rows();
    const answer = await post({ ...request, categories: { statistics: false } });
    expect(answer.json()).toMatchObject({ code: 'consent-id-reused', status: 409 });
    expect(await rows()).toEqual(before);
  });

  it('that comes late, after a newer choice, is kept in the order of the choices', async () => {
    api.time.now = new Date('2026-12-22T10:00:00.000Z');
    const sessionId = randomUUID();
    const early = aChoice({ sessionId, decidedAt: '2026-12-22T09:00:00.000Z' });
    const late = aChoice({ sessionId, method: 'settings', decidedAt: '2026-12-22T09:05:00.000Z' });
    for (const request of [late, early]) expect((await post(request)).statusCode).toBe(201);
    const kept = (await rows()).filter(({ session_id }) => session_id === sessionId);
    const inOrder = kept.toSorted((one, other) => one.decided_at.getTime() - other.decided_at.getTime());
    expect(inOrder.map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  const faults: [string, unknown, string[]][] = [
    ['nothing', {}, ['/id', '/sessionId', '/method', '/categories', '/optionVersion', '/document', '/locale']],
    ['an id that is no UUID', aConsentRequest({ id: '1' }), ['/id']],
    ['another method', { ...aConsentRequest(), method: 'silence' }, ['/method']],
    [
      'a choice that is no choice',
      { ...aConsentRequest(), categories: { statistics: 'yes' } },
      ['/categories/statistics'],
    ],
    ...(['global-privacy-control', 'do-not-track'] as const).map((method): [string, unknown, string[]] => [
      `a permission by ${method}, which refuses`,
      aConsentRequest({ method, categories: { statistics: true } }),
      ['/categories/statistics'],
    ]),
    ['a time of no calendar', aConsentRequest({ decidedAt: '2026-13-41T00:00:00Z' }), ['/decidedAt']],
    ['a time that the database cannot hold', aConsentRequest({ decidedAt: '0000-01-01T00:00:00Z' }), ['/decidedAt']],
    ['options that were never offered', aConsentRequest({ optionVersion: '2020-01-01' }), ['/optionVersion']],
    [
      'another document',
      { ...aConsentRequest(), document: { document: 'eula', version: '2025-08-01' } },
      ['/document/document'],
    ],
  ];
  it.each(faults)('with %s is refused, saying where, and nothing is kept', async (_, payload, pointers) => {
    const before = await rows();
    const answer = await post(payload);
    expect(answer.json()).toMatchObject({ code: 'validation-failed', status: 422 });
    const named = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(named).toEqual(expect.arrayContaining(pointers));
    expect(await rows()).toEqual(before);
  });

  it('that is no JSON is refused', async () => {
    expect((await post('{"id":')).json()).toMatchObject({ code: 'malformed-request' });
  });
});

describe('the cookie policy that a record names', () => {
  const legal = createLegalFolder();
  const [next, hourMs] = ['2100-03-01', 60 * 60 * 1000];
  legal.publish('cookie-policy', next);
  let own: TestApi;
  beforeAll(async () => {
    own = await createTestApi({}, { legalFolder: legal.folder });
  });
  afterAll(async () => {
    await own.close();
    legal.remove();
  });
  const naming = (version: string) => aConsentRequest({ document: { document: consentDocument, version } });
  /** Sends it so many hours after the next version has taken effect. */
  const sendAt = (hours: number, payload: ConsentRequest) => {
    own.time.now = new Date(Date.parse(next) + hours * hourMs);
    return own.app.inject({ method: 'POST', url: apiPaths.consents, payload });
  };
  const count = async () => (await own.database.kysely.selectFrom('consents').select('id').execute()).length;

  it.each([
    ['is the one in force when the record arrives', firstVersion, -0.001],
    ['is the new one from its first moment', next, 0],
    ['may be the one before for a day: pages were opened before it ended', firstVersion, 24 - 0.001],
  ])('%s', async (_, version, hours) => {
    const answer = await sendAt(hours, naming(version));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ document: { version }, recordedAt: own.time.now.toISOString() });
  });

  it.each([
    ['not in force yet', next, -0.001, firstVersion],
    ['out of force for a day', firstVersion, 24, next],
    ['never published', '2020-01-01', 0, next],
  ])('is refused when it is %s, naming the right one, and nothing is kept', async (_, version, hours, right) => {
    const before = await count();
    const answer = await sendAt(hours, naming(version));
    expect(answer.json()).toMatchObject({ code: 'documents-changed', status: 409 });
    expect(answer.json().detail).toContain(right);
    expect(await count()).toBe(before);
  });

  it('does not matter to a record that is known and comes once more', async () => {
    const request = naming(firstVersion);
    const first = await sendAt(-1, request);
    const again = await sendAt(24 * 400, request);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const other = await sendAt(24 * 400, { ...request, categories: { statistics: false } });
    expect(other.json()).toMatchObject({ code: 'consent-id-reused' });
  });
});

describe('a browser whose clock claims', () => {
  const arrival = '2027-02-01T10:00:00.000Z';
  const { optionVersion, document } = aConsentRequest({}, new Date(arrival));
  /** The day from which on both texts can have been shown. */
  const published = [optionVersion.slice(0, 10), document.version].toSorted().at(-1)!;
  const claim = async (decidedAt: string) => {
    api.time.now = new Date(arrival);
    const request = aChoice({ decidedAt });
    const answer = await post(request);
    return { request, answer, kept: answer.json().decidedAt as string };
  };

  it.each([
    ['the day on which what was shown was published', `${published}T00:00:00.000Z`],
    ['the moment of the arrival', arrival],
    ['no more than five minutes later', '2027-02-01T10:05:00.000Z'],
  ])('%s is believed', async (_, decidedAt) => {
    const { answer, kept } = await claim(decidedAt);
    expect([answer.statusCode, kept]).toEqual([201, decidedAt]);
  });

  it.each([
    ['1970', '1970-01-01T00:03:00.000Z'],
    ['the moment before that', new Date(Date.parse(published) - 1).toISOString()],
    ['more than five minutes later', '2027-02-01T10:05:00.001Z'],
    ['2099', '2099-12-31T23:59:59.000Z'],
  ])('%s can choose all the same, and the time is the server’s, also when it is sent again', async (_, decidedAt) => {
    const { request, answer, kept } = await claim(decidedAt);
    expect([answer.statusCode, kept, answer.json().recordedAt]).toEqual([201, arrival, arrival]);
    expect(answer.json().document).toEqual(request.document);
    api.time.now = new Date('2027-02-03T10:00:00.000Z');
    const again = await post(request);
    expect([again.statusCode, again.json()]).toEqual([200, answer.json()]);
  });
});

it('one address may add only so many records a minute', async () => {
  const limited = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  const statuses: number[] = [];
  const send = async (url: string) => (await limited.app.inject({ method: 'POST', url, payload: {} })).statusCode;
  for (let sent = 0; sent <= budgets.consents.minute.address; sent++) statuses.push(await send(apiPaths.consents));
  // What is counted has a budget of its own.
  statuses.push(await send(apiPaths.statistics));
  await limited.close();
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

describe('the options', () => {
  it('of an earlier version keep their records, which say that the visitor is asked again', async () => {
    const request = aChoice();
    const known = await readConsentOptions();
    const options = { ...known, current: '2027-01-01' };
    const legalDocuments = await readLegalDocuments();
    const context = { database: api.database, clock: () => new Date(), options, legalDocuments };
    expect(await recordConsent(context, request)).toMatchObject({ isNew: true, record: { isCurrent: false } });
  });

  it('whose words are not those that were published end the start', async () => {
    const changed = {
      ...consentOptionHashes,
      [currentConsentOptions]: { ...consentOptionHashes[currentConsentOptions]!, sv: '00' },
    };
    await expect(readConsentOptions(undefined, changed)).rejects.toThrow(/sv\.json is not what was published/);
  });
});

it('records are removed when their time is over, and not a day before', async () => {
  const { kysely } = api.database;
  const now = new Date();
  // Other tests have records of days that may lie long ago.
  const before = await consentRetention.count(kysely, consentRetention.cutoff(now));
  const cutoff = addMonths(now, -retention.cookieConsentMonths);
  const [expired, living] = [-1, 1].map((days) => new Date(cutoff.getTime() + days * 24 * 60 * 60 * 1000));
  api.time.now = expired!;
  const old = aChoice();
  await post(old);
  api.time.now = living!;
  const young = aChoice();
  await post(young);
  expect(await consentRetention.count(kysely, consentRetention.cutoff(now))).toBe(before + 1);
  const removed = await kysely
    .transaction()
    .execute((trx) => consentRetention.remove(trx, consentRetention.cutoff(now), 500));
  expect(removed).toBe(before + 1);
  const ids = (await rows()).map(({ id }) => id);
  expect(ids).toContain(young.id);
  expect(ids).not.toContain(old.id);
  // The database itself refuses to remove what has not expired, no matter who asks.
  expect(await kysely.transaction().execute((trx) => consentRetention.remove(trx, new Date('2999-01-01'), 500))).toBe(
    0,
  );
  expect((await rows()).map(({ id }) => id)).toContain(young.id);
});
