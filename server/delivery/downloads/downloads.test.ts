import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { confirmationNames } from '../../../shared/business/documents.ts';
import { maxDownloadsPerDay } from '../../../shared/business/download-limits.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { formatDay } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { locales } from '../../../shared/locales.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { recordsOf } from '../../../tests/factories/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

let users = 0;
function newUser(): string {
  users += 1;
  return `user_${users}`;
}

const progressOf = (id: string) =>
  api.database.kysely.selectFrom('download_progress').selectAll().where('download_id', '=', id).executeTakeFirst();

const nothing = { accounts: [], downloads: [], acceptances: [] };
const contentFolder = path.join(import.meta.dirname, '../../../content');
/** Matches `words` with anything between them. */
const pattern = (words: string[]) =>
  new RegExp(`^${words.map((each) => each.replace(/[.*+?()|[\]]/g, '\\$&')).join('[^{}<>]+')}$`);
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

describe('a good submission', () => {
  it('is answered with a link, the hash and the times', async () => {
    const user = newUser();
    const response = await api.submit(user, aDownloadRequest());
    expect(response.statusCode).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    const [sample] = (await api.get('/api/releases')).json().releases;
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      platform: 'windows',
      version: sample.version,
      url: expect.stringMatching(/^http:\/\/localhost:3000\/downloads\//),
      fileName: sample.fileName,
      sizeBytes: sample.sizeBytes,
      sha256: sample.sha256,
      status: 'available',
      isComplete: false,
      startedAt: api.time.now.toISOString(),
      expiresAt: new Date(api.time.now.getTime() + 7 * dayMs).toISOString(),
    });
  });

  it.each(locales)('records in %s who it was and every text that was accepted', async (locale) => {
    const user = newUser();
    const request = aDownloadRequest({ locale, fullName: '  Åsa Müller ', downloadKey: ' KEY-1 ' });
    const response = await api.submit(user, request, { 'user-agent': 'Browser/1' });
    const { accounts, downloads, acceptances } = await recordsOf(api.database, user);
    expect(accounts).toEqual([
      {
        id: user,
        ended_at: null,
        status: 'active',
        ended_by: null,
        login_removed_at: null,
        closes_at: null,
        objected_at: null,
        restricted_at: null,
        suspended_at: null,
        full_name: 'Åsa Müller',
        email: 'asa@customers.example',
        country: 'CH',
        ip_address: '127.0.0.1',
        user_agent: 'Browser/1',
        created_at: api.time.now,
        updated_at: api.time.now,
      },
    ]);
    expect(downloads).toMatchObject([{ id: response.json().id, locale, country: 'CH', download_key: 'KEY-1' }]);

    const common = { download_id: response.json().id, locale, method: 'download-form', accepted_at: api.time.now };
    for (const row of acceptances) expect(row).toMatchObject(common);
    const shown = documentsInForce(new Date()).map(({ document, version }) => ({
      confirmation: document === 'cookie-policy' ? 'cookies' : 'terms',
      document,
      version,
      sha256: sha256(readFileSync(path.join(contentFolder, 'legal', document, version, `${locale}.md`))),
    }));
    expect(acceptances).toHaveLength(shown.length + confirmationNames.length);
    expect(acceptances).toEqual(expect.arrayContaining(shown.map((each) => expect.objectContaining(each))));
    const messages = JSON.parse(readFileSync(path.join(contentFolder, 'messages', locale, 'account.json'), 'utf8'));
    const sentences = acceptances.filter(({ document }) => document === null);
    expect(new Set(sentences.map(({ confirmation }) => confirmation))).toEqual(new Set(confirmationNames));
    for (const { sentence, shown_text: text, sha256: hash, version } of sentences) {
      expect(Object.values(messages)).toContain(sentence);
      // Word for word, in the words of the catalogue; tests/repository compares it with the form.
      const words = (sentence ?? '').replace(/<.*?>/g, '').split(/\{\w+\}/);
      expect(text?.match(pattern(words))).not.toBeNull();
      expect(hash).toBe(sha256(text ?? ''));
      expect(version).toBe(api.config.version);
    }
    const textOf = (name: string) => sentences.find(({ confirmation }) => confirmation === name)?.shown_text;
    expect(textOf('diskSpace')).toMatch(/ 28\s.* 35\s/);
    for (const name of ['terms', 'cookies'] as const) {
      const days = shown.filter(({ confirmation }) => confirmation === name).map(({ version }) => version);
      for (const day of days)
        expect(textOf(name)?.split(formatDay(locale, day))).toHaveLength(
          days.filter((each) => each === day).length + 1,
        );
    }
    for (const { document, shown_text: text } of acceptances) expect(text === null).toBe(document !== null);
  });

  it.each(eligibleCountries)('may come from %s', async (country) => {
    expect((await api.submit(newUser(), aDownloadRequest({ country }))).statusCode).toBe(201);
  });

  it('may tell which sentences it showed', async () => {
    const user = newUser();
    await api.submit(user, aDownloadRequest());
    const { acceptances } = await recordsOf(api.database, user);
    const shownSentences = Object.fromEntries(
      acceptances.filter(({ document }) => !document).map(({ confirmation, sha256 }) => [confirmation, sha256]),
    );
    expect(Object.keys(shownSentences)).toHaveLength(confirmationNames.length);
    expect((await api.submit(newUser(), aDownloadRequest({ shownSentences }))).statusCode).toBe(201);
  });

  it('may have spaces around the e-mail address', async () => {
    const user = newUser();
    const response = await api.submit(user, aDownloadRequest({ email: ' asa@customers.example ' }));
    expect(response.statusCode).toBe(201);
    expect((await recordsOf(api.database, user)).accounts).toMatchObject([{ email: 'asa@customers.example' }]);
  });

  it('may name the documents in any order', async () => {
    const documents = documentsInForce(new Date()).toReversed();
    expect((await api.submit(newUser(), aDownloadRequest({ documents }))).statusCode).toBe(201);
  });

  it('brings the account up to date, and leaves what was recorded before', async () => {
    const user = newUser();
    await api.submit(user, aDownloadRequest({ fullName: 'Old Name', country: 'IE' }), { 'user-agent': 'Browser/1' });
    const createdAt = api.time.now;
    api.time.now = new Date(createdAt.getTime() + dayMs);
    await api.submit(user, aDownloadRequest({ fullName: 'New Name', country: 'SE' }), { 'user-agent': 'Browser/2' });
    const { accounts, downloads, acceptances } = await recordsOf(api.database, user);
    expect(accounts).toMatchObject([
      { full_name: 'New Name', country: 'SE', created_at: createdAt, updated_at: api.time.now },
    ]);
    expect(downloads.map(({ country }) => country)).toEqual(['IE', 'SE']);
    // Who submitted each form, and from where, is stored with it.
    for (const [index, download] of downloads.entries())
      expect(download).toMatchObject({
        session_id: expect.stringMatching(/./),
        ip_address: '127.0.0.1',
        user_agent: `Browser/${index + 1}`,
      });
    expect(acceptances).toHaveLength(18);
  });

  it('keeps of an endless user agent what identifies a browser', async () => {
    const user = newUser();
    await api.submit(user, aDownloadRequest(), { 'user-agent': 'x'.repeat(5_000) });
    expect((await recordsOf(api.database, user)).accounts[0]?.user_agent).toHaveLength(512);
  });
});

describe('is refused, and nothing is recorded', () => {
  async function expectRefusal(status: number, code: string, request: object, more: object = {}): Promise<void> {
    const user = newUser();
    const response = await api.submit(user, request, { 'idempotency-key': 'refused' });
    expect(response.json()).toMatchObject({ status, code, ...more });
    expect(response.statusCode).toBe(status);
    expect(await recordsOf(api.database, user)).toEqual(nothing);
    // The key is still free for the corrected form.
    expect((await api.submit(user, aDownloadRequest(), { 'idempotency-key': 'refused' })).statusCode).toBe(201);
  }

  it.each(['DE', 'US', 'LI', 'XX'])('a country that is not eligible: %s', (country) =>
    expectRefusal(422, 'country-not-eligible', aDownloadRequest({ country })),
  );

  it.each(confirmationNames)('without the confirmation %s', (name) => {
    const confirmations = { ...aDownloadRequest().confirmations, [name]: false };
    const errors = [{ pointer: `/confirmations/${name}`, fault: 'required', detail: 'must be confirmed' }];
    return expectRefusal(422, 'confirmation-missing', aDownloadRequest({ confirmations }), { errors });
  });

  it('names every confirmation that is missing', () => {
    const confirmations = { terms: false, cookies: true, diskSpace: false, beta: false };
    const errors = ['terms', 'diskSpace', 'beta'].map((name) => ({ pointer: `/confirmations/${name}` }));
    return expectRefusal(422, 'confirmation-missing', aDownloadRequest({ confirmations }), { errors });
  });

  it('a platform that is still to come', () =>
    expectRefusal(422, 'platform-not-available', aDownloadRequest({ platform: 'macos' })));

  const inForce = documentsInForce(new Date());
  it.each<[string, unknown[], RegExp]>([
    ['none', [], /terms is in force in version \S+, which was not named.*cookie-policy/],
    ['one less', inForce.slice(1), /^terms is in force/],
    [
      'an older version',
      [{ document: 'terms', version: '2024-01-01' }, ...inForce.slice(1)],
      /terms 2024-01-01 is not/,
    ],
    [
      'a version to come',
      [{ document: 'terms', version: '2099-01-01' }, ...inForce.slice(1)],
      /terms 2099-01-01 is not/,
    ],
    ['two versions', [...inForce, { document: 'terms', version: '2024-01-01' }], /terms 2024-01-01 is not/],
    ['one twice', [...inForce, inForce[0]], /terms \S+ is not to be accepted, or named twice/],
  ])('other documents than those in force: %s', (_, documents, detail) =>
    expectRefusal(
      409,
      'documents-changed',
      { ...aDownloadRequest(), documents },
      { detail: expect.stringMatching(detail) },
    ),
  );

  it('a sentence that is no longer the one beside the box', () =>
    expectRefusal(
      409,
      'confirmations-changed',
      aDownloadRequest({ shownSentences: { terms: sha256('I accept the old wording.') } }),
      { detail: 'Changed: terms.' },
    ));

  it.each<[string, string, Record<string, unknown>]>([
    ['/platform', 'pattern', { platform: 'linux' }],
    ['/fullName', 'required', { fullName: '   ' }],
    ['/fullName', 'length', { fullName: 'x'.repeat(textLimits.fullName.max + 1) }],
    ['/fullName', 'pattern', { fullName: 'a\u0000b' }],
    ['/fullName', 'type', { fullName: ['x'] }],
    ['/email', 'type', { email: 'nobody' }],
    ['/email', 'length', { email: `${'x'.repeat(250)}@example.ch` }],
    ['/country', 'required', { country: '' }],
    ['/country', 'pattern', { country: 'ch' }],
    ['/downloadKey', 'length', { downloadKey: 'x'.repeat(textLimits.downloadKey.max + 1) }],
    ['/downloadKey', 'pattern', { downloadKey: 'a\u0000b' }],
    ['/locale', 'pattern', { locale: 'es' }],
    ['/confirmations', 'required', { confirmations: undefined }],
    ['/confirmations/beta', 'type', { confirmations: { ...aDownloadRequest().confirmations, beta: 'true' } }],
    ['/documents/0/document', 'pattern', { documents: [{ document: 'recipe', version: '2025-08-01' }] }],
    ['/documents/0/version', 'pattern', { documents: [{ document: 'terms', version: '1' }] }],
    ['/documents', 'length', { documents: Array.from({ length: 21 }, () => inForce[0]) }],
  ])('a faulty field: %s (%s)', (pointer, fault, change) =>
    expectRefusal(
      422,
      'validation-failed',
      { ...aDownloadRequest(), ...change },
      { errors: expect.arrayContaining([expect.objectContaining({ pointer, fault })]) },
    ),
  );

  it('without a session, before anything else is looked at', async () => {
    const response = await api.app.inject({ method: 'POST', url: '/api/downloads', payload: { nothing: true } });
    expect(response.json()).toMatchObject({ status: 401, code: 'authentication-required' });
  });

  it('when the keys of the login provider cannot be had', async () => {
    const away = await createTestApi();
    away.issuer.answerKeysWith((response) => response.destroy());
    const response = await away.submit('user', aDownloadRequest());
    expect(response.json()).toMatchObject({ status: 503, code: 'login-keys-unreachable' });
    await away.close();
  });
});

describe('GET /api/downloads', () => {
  it('lists one’s own, newest first, with the links that were handed out', async () => {
    const [user, stranger] = [newUser(), newUser()];
    const first = await api.download(user);
    await api.download(stranger);
    api.time.now = new Date(api.time.now.getTime() + 1000);
    const second = await api.download(user);
    expect((await api.get('/api/downloads', user)).json()).toEqual({ downloads: [second, first] });
    expect((await api.get('/api/downloads', newUser())).json()).toEqual({ downloads: [] });
  });

  it('tells which are complete once every byte has been sent', async () => {
    const user = newUser();
    const { id, url, sizeBytes } = await api.download(user);
    const isComplete = async () => (await api.get('/api/downloads', user)).json().downloads[0].isComplete;
    await api.app.inject({ url: pathOf(url), headers: { range: `bytes=0-${sizeBytes - 2}` } });
    await expect.poll(() => progressOf(id), { timeout: 10_000 }).toMatchObject({ transfers: 1 });
    expect(await isComplete()).toBe(false);
    await api.app.inject({ url: pathOf(url), headers: { range: 'bytes=-1' } });
    await expect.poll(isComplete, { timeout: 10_000 }).toBe(true);
    expect((await api.renewLink(user, id)).json()).toMatchObject({ id, isComplete: true });
  });

  it('is for signed-in users', async () => {
    expect((await api.get('/api/downloads')).statusCode).toBe(401);
  });
});

it('are limited per account and day, and the answer says how to go on', async () => {
  const limited = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  const morning = limited.time.now;
  const submit = (user = 'user_1') => limited.submit(user, aDownloadRequest());
  for (let count = 0; count < maxDownloadsPerDay; count++) {
    limited.time.now = new Date(morning.getTime() + count * 60_000);
    expect((await submit()).statusCode).toBe(201);
  }
  const refused = await submit();
  expect(refused.json()).toMatchObject({ code: 'too-many-downloads', detail: expect.stringContaining('/link') });
  expect(Number(refused.headers['retry-after'])).toBe(24 * 60 * 60 - (maxDownloadsPerDay - 1) * 60);
  expect((await submit('user_2')).statusCode).toBe(201);
  limited.time.now = new Date(morning.getTime() + 24 * 60 * 60_000);
  expect((await submit()).statusCode).toBe(201);
  await limited.close();
});

it('links lead to API_BASE_URL where it is set', async () => {
  const elsewhere = await createTestApi({ API_BASE_URL: 'https://api.ameisen.ch/v1' });
  expect((await elsewhere.download('user')).url).toMatch(/^https:\/\/api\.ameisen\.ch\/v1\/downloads\//);
  await elsewhere.close();
});

describe('a new link to continue with', () => {
  it('leads to the same version for seven more days, and is for the owner only', async () => {
    const owner = newUser();
    const first = await api.download(owner);
    const { now } = api.time;
    api.time.now = new Date(now.getTime() + 8 * dayMs);
    const renewed = await api.renewLink(owner, first.id);
    expect(renewed.json()).toEqual({
      ...first,
      url: expect.not.stringMatching(first.url),
      expiresAt: new Date(now.getTime() + 15 * dayMs).toISOString(),
    });
    expect((await api.get(pathOf(renewed.json().url))).statusCode).toBe(200);
    expect((await api.renewLink(newUser(), first.id)).json()).toMatchObject({ status: 404, code: 'not-found' });
    api.time.now = now;
  });
});
