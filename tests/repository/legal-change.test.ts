import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../app/site/routes.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { textsOf } from '../../scripts/build/texts.ts';
import type { DocumentsAnswer } from '../../shared/api/documents.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { consentDocument } from '../../shared/business/consent.ts';
import { legalDocuments, type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { formatDay } from '../../shared/format.ts';
import { legalTextPath, legalVersionPath } from '../../shared/legal-paths.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../factories/api.ts';
import { confirmationsHtml } from '../factories/confirmations.ts';
import { aConsentRequest } from '../factories/records.ts';

const siteDirectory = path.join(import.meta.dirname, '../../dist/site');
const foldersByDay = path.join(siteDirectory, 'from');
if (!fs.existsSync(siteDirectory)) throw new Error('Build the site first: "npm test -- legal-change" does it.');

/** The days on which legal texts of the built site change: none where no version is announced, as in a company's first ones. */
const days = fs.existsSync(foldersByDay) ? fs.readdirSync(foldersByDay).toSorted() : [];
const lastChange = publishedDocuments
  .map((document) => legalVersions[document].at(-1)!)
  .toSorted()
  .at(-1)!;
const justBefore = (day: string) => new Date(Date.parse(day) - 1000);
const instants =
  days.length === 0
    ? [{ when: 'of today, after', day: lastChange, now: new Date() }]
    : days.flatMap((day) => [
        { when: 'before', day, now: justBefore(day) },
        { when: 'after', day, now: new Date(day) },
      ]);
const versionAt = (document: PublishedDocument, now: Date) =>
  legalVersions[document].filter((version) => Date.parse(version) <= now.getTime()).at(-1)!;
const pathOf = (document: PublishedDocument) => routes.find((route) => route.document === document)!.paths[0]!;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { siteDirectory });
});
afterAll(() => api.close());

/** A text as shown on a page, which may put something above the table of contents. */
const partsOf = (text: string) => {
  const cut = Math.max(0, text.indexOf('<nav class="document-contents"'));
  return [text.slice(0, cut), text.slice(cut)];
};

describe.each(instants)('the second $when $day, a day on which documents change', ({ day, now }) => {
  beforeAll(() => {
    api.time.now = now;
  });

  it.each(locales)('pages, labels, API and records agree on the version in force, in %s', async (locale) => {
    const { documents } = (await api.get(apiPaths.documents)).json<DocumentsAnswer>();
    expect(documents).toEqual(legalDocuments.map((document) => ({ document, version: versionAt(document, now) })));

    const labels = confirmationsHtml(locale, documents);
    for (const { document, version } of documents) {
      expect(labels).toContain(`href="${localizedPath(legalVersionPath(document, version), locale)}"`);
      const text = (await api.get(legalTextPath(locale, `${document}/${version}`))).body;
      expect(text).toContain('<h1');
      for (const address of [legalVersionPath(document, version), pathOf(document)])
        for (const part of partsOf(text))
          expect((await api.get(localizedPath(address, locale))).body.includes(part), address).toBe(true);
    }

    const userId = `user_${locale}_${now.getTime()}`;
    expect((await api.submit(userId, aDownloadRequest({ locale, documents }))).statusCode).toBe(201);
    const { acceptedDocuments } = (await api.get(apiPaths.account, userId)).json();
    const recorded = acceptedDocuments.map(({ document, version }: { document: string; version: string }) => ({
      document,
      version,
    }));
    expect(recorded).toHaveLength(documents.length);
    expect(recorded).toEqual(expect.arrayContaining(documents));
  });

  it.each(locales)(
    'a page tells which versions it shows, and a choice in its bar is recorded with them, in %s',
    async (locale) => {
      const { documents } = (await api.get(apiPaths.documents)).json<DocumentsAnswer>();
      const { body } = await api.get(localizedPath(paths.contact, locale));
      const { documentVersions }: SiteConfiguration = JSON.parse(/id="configuration">(.*?)<\/script>/.exec(body)![1]!);
      expect(documents).toEqual(legalDocuments.map((document) => ({ document, version: documentVersions[document] })));
      const document = { document: consentDocument, version: documentVersions[consentDocument] } as const;
      const payload = aConsentRequest({ locale, document });
      const recorded = await api.app.inject({ method: 'POST', url: apiPaths.consents, payload });
      expect(recorded.statusCode).toBe(201);
      expect(recorded.json()).toMatchObject({ document, recordedAt: now.toISOString() });
    },
  );

  it.each(locales)('what a page fetches is what it would carry, in %s', async (locale) => {
    for (const document of publishedDocuments) {
      const { body } = await api.get(localizedPath(pathOf(document), locale));
      const fetched = await api.get(legalTextPath(locale, document));
      for (const part of partsOf(fetched.body)) expect(body.includes(part), document).toBe(true);
      expect(fetched.headers['cache-control']).toBe('no-cache');
    }
  });

  it.each(locales)('the archive says from when, or since when, in %s', async (locale) => {
    const { body } = await api.get(localizedPath(paths.legalArchive, locale));
    expect(plain(body).includes(plain(validityOf(locale, day, now)))).toBe(true);
  });
});

/** What the archive says about a version that starts on `day`; what follows it is announced by then. */
function validityOf(locale: Locale, day: string, now: Date): string {
  const from = formatDay(locale, day);
  const text = textsOf(locale);
  const versions = legalVersions[publishedDocuments.find((document) => legalVersions[document].includes(day))!];
  const next = versions[versions.indexOf(day) + 1];
  if (!next) return text(now < new Date(day) ? 'legal.archive.from' : 'legal.archive.since', { from });
  const lastDay = new Date(new Date(next).getTime() - 1).toISOString().slice(0, 10);
  if (lastDay === day) return text('legal.archive.one-day', { day: from });
  return text('legal.archive.until', { from, until: formatDay(locale, lastDay) });
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u2060]/g, ' ');

it.each(locales.flatMap((locale) => days.map((day) => ({ locale, day }))))(
  'who kept a page from before $day is sent the new one, in $locale',
  async ({ locale, day }) => {
    const changed = publishedDocuments.filter((document) => legalVersions[document].includes(day));
    expect(changed.length).toBeGreaterThan(0);
    for (const address of changed.map((document) => localizedPath(pathOf(document), locale))) {
      const ask = (etag: string) => api.app.inject({ url: address, headers: { 'if-none-match': etag } });
      api.time.now = justBefore(day);
      const kept = await ask('');
      expect(kept.headers['cache-control']).toBe('no-cache');
      expect((await ask(String(kept.headers.etag))).statusCode).toBe(304);
      api.time.now = new Date(day);
      const answer = await ask(String(kept.headers.etag));
      expect(answer.statusCode, address).toBe(200);
      expect(answer.body === kept.body).toBe(false);
      expect((await ask(String(answer.headers.etag))).statusCode).toBe(304);
    }
  },
);
