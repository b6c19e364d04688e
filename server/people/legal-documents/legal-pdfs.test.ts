import { createHash } from 'node:crypto';
import { marked, type Token } from 'marked';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../../content/legal/versions.ts';
import { documentPdfPath } from '../../../shared/api-paths.ts';
import { publishedDocuments } from '../../../shared/business/documents.ts';
import { formattingLocales, locales } from '../../../shared/locales.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { readPdf } from '../../../tests/factories/pdf.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Every piece of text that a reader of the Markdown sees, without white space. */
const wordsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token): string[] => {
    if (token.type === 'table') {
      const cells = [...token.header, ...token.rows.flat()] as { tokens: Token[] }[];
      return cells.flatMap((cell) => wordsOf(cell.tokens));
    }
    if (token.type === 'list') return token.items.flatMap((item: Token) => wordsOf([item]));
    if ('tokens' in token && token.tokens) return wordsOf(token.tokens);
    return 'text' in token ? [token.text.replaceAll(/\s+/g, '')] : [];
  });

const pageOf = { en: 'Page 1 of', de: 'Seite 1 von', sv: 'Sida 1 av', it: 'Pagina 1 di', fr: 'Page 1 sur' };
const all = publishedDocuments.flatMap((document) =>
  legalVersions[document].flatMap((version) => locales.map((locale) => ({ document, version, locale }))),
);

it.each(all)('$document $version has pages that say all that the text says, in $locale', async (asked) => {
  const { document, version, locale } = asked;
  const answer = await api.get(documentPdfPath(document, version, locale));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `inline; filename="${document}-${version}-${locale}.pdf"`,
  });
  const { versions } = (await api.get(`/api/documents/${document}`)).json();
  const told = versions.find((each: { version: string }) => each.version === version).pdf[locale];
  const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex');
  expect(told).toEqual({ sha256, bytes: answer.rawPayload.length });

  const { text } = (await api.get(`/api/documents/${document}/${version}?locale=${locale}`)).json();
  const pdf = await readPdf(answer.rawPayload);
  const words = wordsOf(marked.lexer(text));
  expect(words.length).toBeGreaterThan(5);
  // In the order of the text, nothing between and nothing left out; a text without a title gets one.
  const said = pdf.words.replaceAll('•', '');
  const title = pdf.title.replaceAll(/\s+/g, '');
  expect(said).toBe((words.join('').startsWith(title) ? '' : title) + words.join(''));
  expect(pdf.language).toBe(formattingLocales[locale]);

  for (const foot of pdf.feet) expect(foot).toContain(version);
  expect(pdf.feet[0]).toContain(`${pageOf[locale]} ${pdf.pages}`);
  expect(pdf.roles).toContain('H1');
  expect(pdf.roles).toContain('P');
});
