import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { createLegalFolder, firstVersion } from '../../../tests/factories/legal-folder.ts';
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

describe('the Idempotency-Key', () => {
  const key = { 'idempotency-key': '7d1c0f9e' };

  it('makes a repeated submission the same download, whatever has changed meanwhile', async () => {
    const user = newUser();
    const first = await api.submit(user, aDownloadRequest(), key);
    const before = await recordsOf(api.database, user);
    api.time.now = new Date(api.time.now.getTime() + dayMs);
    const request = aDownloadRequest();
    // The same request with its members in another order.
    const reordered = Object.fromEntries(Object.entries(request).toReversed());
    const second = await api.submit(user, reordered, { ...key, 'user-agent': 'Another' });
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(await recordsOf(api.database, user)).toEqual(before);
  });

  it('brings a link that works also after the first one has expired, for the same download', async () => {
    const user = newUser();
    const { now } = api.time;
    const first = (await api.submit(user, aDownloadRequest(), key)).json();
    const before = await recordsOf(api.database, user);
    const head = async (url: string) => (await api.app.inject({ method: 'HEAD', url: pathOf(url) })).statusCode;

    api.time.now = new Date(now.getTime() + 7 * dayMs - 1);
    expect((await api.submit(user, aDownloadRequest(), key)).json()).toEqual(first);
    expect(await head(first.url)).toBe(200);

    api.time.now = new Date(now.getTime() + 7 * dayMs);
    expect(await head(first.url)).toBe(410);
    const response = await api.submit(user, aDownloadRequest(), key);
    expect(response.statusCode).toBe(201);
    const { url } = response.json();
    expect(response.json()).toEqual({
      ...first,
      url: expect.stringContaining(first.url.split('?')[0]),
      expiresAt: new Date(now.getTime() + 14 * dayMs).toISOString(),
    });
    expect(await head(url)).toBe(200);
    expect(await head(first.url)).toBe(410);
    expect(await recordsOf(api.database, user)).toEqual(before);
    api.time.now = new Date(now.getTime() + 14 * dayMs);
    expect(await head(url)).toBe(410);
    api.time.now = now;
  });

  it('still answers when other documents are in force', async () => {
    const legal = createLegalFolder();
    const change = new Date(Date.now() + dayMs);
    legal.publish('terms', change.toISOString().slice(0, 10));
    const site = await createTestApi({}, { legalFolder: legal.folder });
    const documents = legalDocuments.map((document) => ({ document, version: firstVersion }));
    const first = await site.submit('user_a', aDownloadRequest({ documents }), key);
    site.time.now = change;
    const repeated = await site.submit('user_a', aDownloadRequest({ documents }), key);
    const fresh = await site.submit('user_a', aDownloadRequest({ documents }), { 'idempotency-key': 'another' });
    await site.close();
    legal.remove();
    expect(first.statusCode).toBe(201);
    expect(repeated.json()).toEqual(first.json());
    expect(fresh.json()).toMatchObject({ code: 'documents-changed' });
  });

  it.each<Parameters<typeof aDownloadRequest>[0]>([
    { fullName: 'Another' },
    { email: 'another@customers.example' },
    { country: 'SE' },
    { locale: 'sv' },
    { downloadKey: 'another' },
  ])('does not let another request pass: %j', async (change) => {
    const user = newUser();
    await api.submit(user, aDownloadRequest(), key);
    const before = await recordsOf(api.database, user);
    const response = await api.submit(user, aDownloadRequest(change), key);
    expect(response.json()).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
    expect(await recordsOf(api.database, user)).toEqual(before);
  });

  it('belongs to one account', async () => {
    const [one, other] = [newUser(), newUser()];
    const first = await api.submit(one, aDownloadRequest(), key);
    const second = await api.submit(other, aDownloadRequest(), key);
    expect(second.statusCode).toBe(201);
    expect(second.json().id).not.toBe(first.json().id);
  });

  it('that is empty or endless is malformed', async () => {
    for (const value of ['', 'x'.repeat(textLimits.idempotencyKey.max + 1)])
      expect((await api.submit(newUser(), aDownloadRequest(), { 'idempotency-key': value })).statusCode).toBe(400);
  });

  it('makes 50 submissions at once one download', async () => {
    const user = newUser();
    const responses = await Promise.all(Array.from({ length: 50 }, () => api.submit(user, aDownloadRequest(), key)));
    expect(new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(201);
    const { accounts, downloads, acceptances } = await recordsOf(api.database, user);
    expect([accounts.length, downloads.length, acceptances.length]).toEqual([1, 1, 9]);
  });

  it('lets exactly one of different requests at once pass', async () => {
    const user = newUser();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api.submit(user, aDownloadRequest({ fullName: `Name ${n % 4}` }), key)),
    );
    const recorded = responses.filter((response) => response.statusCode === 201);
    expect(recorded).toHaveLength(5);
    expect(new Set(recorded.map((response) => response.body)).size).toBe(1);
    expect((await recordsOf(api.database, user)).downloads).toHaveLength(1);
  });
});

describe('without an Idempotency-Key', () => {
  it('each submission is a download of its own, and first ones at once make one account', async () => {
    const user = newUser();
    const responses = await Promise.all(Array.from({ length: 25 }, () => api.submit(user, aDownloadRequest())));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(25).fill(201));
    const { accounts, downloads, acceptances } = await recordsOf(api.database, user);
    expect([accounts.length, downloads.length, acceptances.length]).toEqual([1, 25, 225]);
  });
});
