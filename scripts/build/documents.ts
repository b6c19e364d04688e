import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { formatDay } from '../../app/messages/format.ts';
import { routes } from '../../app/routes.ts';
import { findVersionInForce } from '../../content/legal/in-force.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { isPublishedDocument, type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import { legalVersionPath } from '../../shared/legal-paths.ts';
import type { Locale } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { differenceHtml } from './differences.ts';
import { licencesHtml } from './licences/document.ts';
import { textsOf } from './texts.ts';
import { keepWordsWhole } from './unbroken-words.ts';

const legalDirectory = path.resolve(import.meta.dirname, '../../content/legal');

/** The list that the build makes of what it finds, instead of a text that someone wrote. */
const licences = 'licences';

/** Names of all long texts, as routes name them. */
export const documentNames = [...publishedDocuments, licences];

/** A fragment identifier from a heading: lower-case words joined by hyphens, letters of all five languages kept. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table(token) {
      // A wide table scrolls in its own box, which a keyboard must be able to reach.
      const cells = (row: typeof token.header, tag: string) =>
        row.map(
          (cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
        );
      const head = `<tr>${cells(token.header, 'th').join('')}</tr>`;
      const body = token.rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('');
      return `<div class="table-scroll" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  },
});

/** Where published texts are read from. */
export interface LegalSource {
  folder: string;
  versions: Record<PublishedDocument, readonly string[]>;
}

const published: LegalSource = { folder: legalDirectory, versions: legalVersions };

/** Sections from which a table of contents is worth its room. */
const fewestSections = 5;

/**
 * The HTML of a document in one language, from Markdown that is part of the build, or from the inventory of licences.
 * `<document>` is its version in force on the day of the build, `<document>/<version>` that version, and
 * `<document>/<version>/<later version>` what changed between the two.
 */
export function documentHtml(name: string, locale: Locale, source = published): string {
  if (name === licences) return licencesHtml(locale);
  const [document, version, later] = name.split('/');
  if (!isPublishedDocument(document)) throw new Error(`There is no document ${name}.`);
  const read = (date: string) => fs.readFileSync(path.join(source.folder, document, date, `${locale}.md`), 'utf8');
  if (version && later) return differencePage(read(version), read(later), locale);
  // Before the first takes effect, that one is what will apply.
  const shown = version ?? findVersionInForce(source.versions[document], new Date()) ?? source.versions[document][0];
  if (!shown) throw new Error(`${document} has no version.`);
  const html = versionHtml(read(shown), locale, factsHtml(document, shown, locale, source));
  // On its own page a text without a heading stands below that of the page.
  return version && !html.includes('<h1') ? `<h1>${titleOfDocument(document, locale)}</h1>\n${html}` : html;
}

function titleOfDocument(document: PublishedDocument, locale: Locale): string {
  return textsOf(locale)(routes.find((route) => route.document === document)!.title);
}

/** The text with its facts and a table of contents before its first section. */
function versionHtml(text: string, locale: Locale, facts: string): string {
  const tokens = markdown.lexer(text);
  markdown.walkTokens(tokens, (token) => {
    if (token.type === 'link' && token.href.startsWith('/')) token.href = localizedPath(token.href, locale);
    if (token.type === 'text') token.text = keepWordsWhole(token.text);
  });
  const sections = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  const [first] = sections;
  const start = first ? tokens.indexOf(first) : tokens.length;
  const contents = sections.length < fewestSections ? '' : contentsHtml(sections, locale);
  return `${markdown.parser(tokens.slice(0, start))}${facts}${contents}${markdown.parser(tokens.slice(start))}`;
}

function contentsHtml(sections: Tokens.Heading[], locale: Locale): string {
  const entries = sections.map(({ text }) => `<li><a href="#${slug(text)}">${markdown.parseInline(text)}</a></li>`);
  const title = textsOf(locale)('legal.contents');
  return `<nav class="document-contents" aria-labelledby="contents"><p id="contents">${title}</p><ul>${entries.join('')}</ul></nav>\n`;
}

/** When the text was last changed, which language decides, where the other versions are. */
function factsHtml(document: PublishedDocument, version: string, locale: Locale, { versions }: LegalSource): string {
  const text = textsOf(locale);
  const link = (address: string, words: string) => `<a href="${localizedPath(address, locale)}">${words}</a>`;
  const next = versions[document].find((date) => date > version);
  const parts = [
    text('legal.facts', { date: formatDay(locale, version) }),
    link(`${paths.legalArchive}#${document}`, text('legal.facts.versions')),
    ...(next
      ? [link(legalVersionPath(document, next), text('legal.facts.announced', { date: formatDay(locale, next) }))]
      : []),
  ];
  return `<p class="document-facts">${parts.join(' ')}</p>\n`;
}

function differencePage(before: string, after: string, locale: Locale): string {
  const text = textsOf(locale);
  return `<p class="lead">${text('legal.difference.lead')}</p>\n${differenceHtml(before, after, text)}`;
}

/** Eight characters that change with the content: part of the address of a file that may be cached for ever. */
export function contentHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
