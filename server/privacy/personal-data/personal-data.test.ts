import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths, documentPdfPath } from '../../../shared/api-paths.ts';
import { budgets } from '../../../shared/business/budgets.ts';
import { formatCountry, formatDay, formatPrice } from '../../../shared/format.ts';
import { locales } from '../../../shared/locales.ts';
import { personalDataParts } from '../../../shared/personal-data-parts.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import { readZip } from '../../../tests/factories/zip.ts';
import { readArchiveTexts } from './archive-page.ts';

/** Of somebody busy. More before a release: EXPORTED_REQUESTS=100000 npm test -- personal-data.test. */
const manyRequests = Number(process.env.EXPORTED_REQUESTS ?? 20_000);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const exportOf = (userId: string) => api.get(apiPaths.accountExport, userId);

it('everything stored of an account comes in its parts, each of which the page explains', async () => {
  const downloaded = await api.download('user_a');
  const answer = await exportOf('user_a');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { data, ...head } = answer.json();
  expect(head).toEqual({
    format: 'writing-ant-personal-data',
    formatVersion: 1,
    exportedAt: api.time.now.toISOString(),
    privacyPolicy: `${api.config.siteOrigin}/privacy`,
  });
  expect(Object.keys(data).toSorted()).toEqual(personalDataParts.toSorted());
  expect(data.account).toMatchObject({ id: 'user_a', email: 'asa@customers.example' });
  expect(data.downloads).toMatchObject([{ id: downloaded.id }]);
  expect(data.acceptances.length).toBeGreaterThan(0);
});

it('nothing of anybody else is in it', async () => {
  await api.download('user_first');
  await api.download('user_second');
  expect((await exportOf('user_first')).body).not.toContain('user_second');
});

it('what we did with an account by hand is in it, but neither by whom nor what a dispute is about', async () => {
  await api.download('user_acted');
  await api.download('user_beside');
  await api.operate('account suspend', 'user_acted');
  await api.operate('account unsuspend', 'user_acted');
  await api.operate('hold place', 'user_acted', 'mails', 'a dispute');
  await api.operate('account suspend', 'user_beside');
  await api.operate('account show', 'asa@customers.example');
  const { acts } = (await exportOf('user_acted')).json().data;
  expect(acts.map(({ command, outcome }: Record<string, string>) => [command, outcome])).toEqual([
    ['account suspend', 'suspended'],
    ['account unsuspend', expect.any(String)],
    ['account show', expect.any(String)],
  ]);
  expect(Object.keys(acts[0])).toEqual(['at', 'command', 'outcome']);
});

it('who has nothing stored yet is told so', async () => {
  const { data } = (await exportOf('user_new')).json();
  expect(data).toMatchObject({ account: null, downloads: [], acceptances: [], mails: [] });
});

it('who has closed the account still gets it, until it is erased', async () => {
  await api.download('user_closing');
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_closing')}` };
  expect((await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers })).statusCode).toBe(200);
  const { data } = (await exportOf('user_closing')).json();
  expect(data.account).toMatchObject({ status: 'ended', email: 'asa@customers.example' });
  expect(data.mails.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'closed',
    'closing-soon',
    'contract-confirmation',
  ]);
});

it('nobody gets it without a session, or in the name of somebody else', async () => {
  await api.download('user_helped');
  expect((await api.get(apiPaths.accountExport)).statusCode).toBe(401);
  const token = await api.issuer.tokenFor('user_helped', { act: { sub: 'support@ameisen.ch' } });
  const answer = await api.app.inject({ url: apiPaths.accountExport, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'impersonation-not-allowed' });
});

it('comes only so many times a minute, since each is a walk through all tables', async () => {
  const limited = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  const statuses: number[] = [];
  for (let asked = 0; asked <= budgets.dataCopies.minute.account; asked += 1)
    statuses.push((await limited.get(apiPaths.accountExport, 'user_greedy')).statusCode);
  await limited.close();
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

it(`holds ${manyRequests} requests`, async () => {
  const account = anAccount({ id: 'user_busy' });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const { request_id: first, ...alike } = aUsageRequest(account);
  await api.database.kysely
    .insertInto('usage_requests')
    .values({ request_id: first, ...alike })
    .execute();
  const columns = sql.join(Object.keys(alike).map((name) => sql.ref(name)));
  // One statement for all would take as long as the server lets one take on a busy machine.
  const alikeAtOnce = 10_000;
  for (let rest = manyRequests - 1; rest > 0; rest -= alikeAtOnce)
    await sql`
      insert into usage_requests (request_id, ${columns})
        select gen_random_uuid(), ${columns} from usage_requests, generate_series(1, ${Math.min(rest, alikeAtOnce)}::integer)
          where request_id = ${first}`.execute(api.database.kysely);
  const answer = await exportOf('user_busy');
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data.usage.requests).toHaveLength(manyRequests);
}, 180_000);

const archiveOf = async (userId: string, locale = 'en') => {
  const answer = await api.get(`${apiPaths.accountArchive}?locale=${locale}`, userId);
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  return { files: readZip(answer.rawPayload), size: answer.rawPayload.length };
};

const measuresIn = { en: 'Action taken', de: 'Massnahmen', sv: 'Åtgärder', it: 'Misure', fr: 'Mesures' } as const;

it.each(locales)(
  'the archive has a page in the language of its reader, the data, tables and the accepted texts, in %s',
  async (locale) => {
    const userId = `user_archive_${locale}`;
    await api.download(userId, aDownloadRequest({ locale, fullName: '<b>Åsa</b> "Müller"' }));
    const { files } = await archiveOf(userId, locale);
    const page = files.get('index.html')!.toString();
    expect(page).toContain(`<html lang="${locale}`);
    expect(page).toContain('&#60;b&#62;Åsa&#60;/b&#62;');
    expect(page).not.toMatch(/\{\w+\}|undefined|<b>|src=|href="https?:/);
    // Every part and field of it has a name in words.
    for (const part of personalDataParts) expect(page).not.toContain(`<h2>${part}</h2>`);
    // Parts without anything are only named.
    const { empty, parts } = (await readArchiveTexts())[locale];
    const named = page.split(`<h2>${empty}</h2>`)[1]!.split('</section>')[0]!.replaceAll('&#39;', "'");
    for (const part of ['orders', 'measures'] as const) {
      expect(named).toContain(`<li>${parts[part]}</li>`);
      expect(page).not.toContain(`<h2>${parts[part]}</h2>`);
    }
    // It also says how long that of a measure is kept.
    const measures = new RegExp(`<li>${measuresIn[locale]}.{0,30} 3 [^<]+</li>`);
    expect(page).toMatch(measures);
    const { data } = JSON.parse(files.get('data.json')!.toString());
    for (const name of ['ipAddress', 'acceptedAt', 'startedAt', 'userAgent'])
      expect(page).not.toContain(`<dt>${name}</dt>`);
    expect(data.account.fullName).toBe('<b>Åsa</b> "Müller"');
    const answer = (await exportOf(userId)).json();
    expect(data).toEqual(answer.data);
    const texts = [...files.keys()].filter((name) => name.startsWith('texts/'));
    for (const kind of ['md', 'pdf'])
      expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^texts/terms-[\\d-]+-${locale}\\.${kind}$`)));
    const policy = texts.find((name) => /privacy-policy.*pdf$/.test(name))!;
    expect(page).toContain(`href="${policy}"`);
    const version = policy.slice('texts/privacy-policy-'.length, -'-xx.pdf'.length);
    const published = await api.get(documentPdfPath('privacy-policy', version, locale));
    expect(files.get(policy)!.equals(published.rawPayload)).toBe(true);
    const csv = files.get('csv/acceptances.csv')!.toString();
    expect(csv.split('\r\n')).toHaveLength(data.acceptances.length + 2);
  },
);

it.each(locales)('the page says everything in the words of people, in %s', async (locale) => {
  const userId = `user_worded_${locale}`;
  await api.download(userId, aDownloadRequest({ locale }));
  const account = { id: userId };
  await insertBooks(api.database.kysely, someBooks(account));
  await api.database.kysely.insertInto('usage_requests').values(aUsageRequest(account)).execute();
  const { files } = await archiveOf(userId, locale);
  const page = files.get('index.html')!.toString();
  // Money, shares, days and names of documents, as they are said.
  for (const said of [formatPrice(locale, 660_04), formatDay(locale, '2026-03-02'), 'Moderate'])
    expect(page.replaceAll('&#39;', "'")).toContain(`>${said}</dd>`);
  // An address as on an envelope, of the customer as of each order and invoice.
  const address = ['Müller Ord AB', 'Åsa Müller', 'Storgatan 7', '111 22 Stockholm', formatCountry(locale, 'SE')];
  expect(page.split(`<dd>${address.join('\n')}</dd>`)).toHaveLength(4);
  // An invoice has the number on its paper, a period its last day, a card the name on it.
  expect(page).toMatch(/<dd>2026-\d{6,}<\/dd>/);
  expect(page.replaceAll('&#39;', "'")).toContain(`<dd>${formatDay(locale, '2026-07-02')}</dd>`);
  expect(page).toContain('<dd>Visa</dd>');
  const shown = [...page.matchAll(/<dd>([^<]+)<\/dd>/g)].map(([, text]) => text);
  expect(shown.length).toBeGreaterThan(80);
  // What the client of the tests calls itself.
  const said = shown.filter((text) => text !== 'lightMyRequest');
  expect(said.filter((text) => /^([a-z]+([-_][a-z]+)+|[a-z]+[A-Z]\w*|\d{4}-\d\d-\d\d)$/.test(text!))).toEqual([]);
  const names = [...page.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, text]) => text);
  expect(names.filter((text) => /_|[a-z][A-Z]/.test(text!))).toEqual([]);
  expect(page).not.toMatch(/rappen|permille|GMT\+|UTC\+/i);
  // The texts of the mails as they were read, without what only programs need.
  expect(page).not.toMatch(/Content-Transfer-Encoding|base64/);
});

it('a table is text for every program: quotes are doubled, and nothing in it is a formula', async () => {
  const account = anAccount({ id: 'user_table', full_name: '=HYPERLINK("x")' });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const request = aUsageRequest(account, { model: '=1+1, "a"' });
  await api.database.kysely.insertInto('usage_requests').values(request).execute();
  const csv = (await archiveOf('user_table')).files.get('csv/usage-requests.csv')!.toString();
  expect(csv).toContain(`"'=1+1, ""a"""`);
});

it(`of ${manyRequests} requests the archive holds all, and the memory only what is sent`, async () => {
  const { files, size } = await archiveOf('user_busy');
  const { data } = JSON.parse(files.get('data.json')!.toString());
  expect(data.usage.requests).toHaveLength(manyRequests);
  expect(new Set(data.usage.requests.map(({ id }: { id: string }) => id)).size).toBe(manyRequests);
  expect(files.get('csv/usage-requests.csv')!.toString().split('\r\n')).toHaveLength(manyRequests + 2);
  const page = files.get('index.html')!;
  expect(page.toString()).toContain(String(manyRequests));
  expect(page.length).toBeLessThan(100_000);
  // Compressed, all of it is a few megabytes, which is all that waits for a slow line.
  expect(size).toBeLessThan(250 * manyRequests);
}, 180_000);

it('nobody gets the archive without a session, in the name of somebody else, or in an unknown language', async () => {
  const url = `${apiPaths.accountArchive}?locale=en`;
  expect((await api.get(url)).statusCode).toBe(401);
  const token = await api.issuer.tokenFor('user_helped', { act: { sub: 'support@ameisen.ch' } });
  const acting = await api.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(acting.json().code).toBe('impersonation-not-allowed');
  expect((await api.get(`${apiPaths.accountArchive}?locale=xx`, 'user_a')).statusCode).toBe(400);
});
