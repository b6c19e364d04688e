import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { routes } from '../../app/site/routes.ts';
import { getVersionInForce } from '../../content/legal/in-force.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { documentPdfPath } from '../../shared/api-paths.ts';
import { isPublishedDocument, type PublishedDocument } from '../../shared/business/documents.ts';
import { keepTogether } from '../../shared/dates.ts';
import { formatBytes, formatDay } from '../../shared/format.ts';
import { legalVersionPath } from '../../shared/legal-paths.ts';
import type { Locale } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { differenceHtml } from './differences.ts';
import { licencesHtml } from './licences/document.ts';
import { withLineBreaks } from './line-breaks.ts';
import { textsOf } from './texts.ts';
import { keepNumbersWhole } from './unbroken-numbers.ts';

const legalDirectory = path.resolve(import.meta.dirname, '../../content/legal');

/** The list that the build generates from what it finds, instead of a text that someone wrote. */
const licences = 'licences';

/** Names of the long texts that are the same on every day, as routes name them. */
export const lastingDocuments = [licences];

/** A fragment identifier from a heading: lower-case words joined by hyphens, letters of all five languages kept. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** For an attribute in double quotes: `html` without its elements. */
const plainText = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;');

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      // Nothing leads to a title, and lists that hide notices about cookies hide what is named after them.
      const id = depth === 1 ? '' : ` id="${slug(text)}"`;
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // A wide table scrolls in its own box, which must be reachable by keyboard. Where its rows are stacked, each cell
    // names its column, and the roles keep it a table for screen readers (document-tables.css).
    table({ header, rows }) {
      const headings = header.map(({ tokens }) => this.parser.parseInline(tokens));
      const head = headings.map((heading) => `<th role="columnheader" scope="col">${heading}</th>`);
      const body = rows.map((row) => {
        const cells = row.map(
          ({ tokens }, column) =>
            `<td role="cell" data-label="${plainText(headings[column]!)}">${this.parser.parseInline(tokens)}</td>`,
        );
        return `<tr role="row">${cells.join('')}</tr>`;
      });
      return [
        '<div class="table-scroll" tabindex="0"><table role="table">',
        `<thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead>`,
        `<tbody role="rowgroup">${body.join('')}</tbody></table></div>\n`,
      ].join('');
    },
  },
});

/** Where published texts are read from. */
export interface LegalSource {
  folder: string;
  versions: Record<PublishedDocument, readonly string[]>;
}

const published: LegalSource = { folder: legalDirectory, versions: legalVersions };

/** The number of sections from which a table of contents is worth its space. */
const fewestSections = 5;

/**
 * The HTML of a document in one language, from Markdown that is part of the build, or from the inventory of licences.
 * `<document>` is its version in force on `day` (`YYYY-MM-DD`), `<document>/<version>` that version, and
 * `<document>/<version>/<later version>` the changes between the two.
 */
export function documentHtml(name: string, locale: Locale, day: string, source = published): string {
  if (name === licences) return licencesHtml(locale);
  const [document, version, later] = name.split('/');
  if (!isPublishedDocument(document)) throw new Error(`There is no document ${name}.`);
  const read = (date: string) => fs.readFileSync(path.join(source.folder, document, date, `${locale}.md`), 'utf8');
  if (version && later) return withLineBreaks(differencePage(read(version), read(later), locale));
  const shown = version ?? getVersionInForce(source.versions[document], new Date(day));
  const html = versionHtml(read(shown), locale, { document, version: shown, source });
  // On its own page, a text without a heading follows that of the page.
  return withLineBreaks(
    version && !html.includes('<h1') ? `<h1>${titleOfDocument(document, locale)}</h1>\n${html}` : html,
  );
}

function titleOfDocument(document: PublishedDocument, locale: Locale): string {
  return textsOf(locale)(routes.find((route) => route.document === document)!.title);
}

/** The document and version of a text. */
interface Shown {
  document: PublishedDocument;
  version: string;
  source: LegalSource;
}

/** The text with its facts and a table of contents before its first section. */
function versionHtml(text: string, locale: Locale, shown: Shown): string {
  const tokens = markdown.lexer(text);
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'link' && token.href.startsWith('/')) token.href = localizedPath(token.href, locale);
    if (token.type === 'text') token.text = keepNumbersWhole(token.text);
  });
  const sections = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  const [first] = sections;
  const start = first ? tokens.indexOf(first) : tokens.length;
  const contents = sections.length < fewestSections ? '' : contentsHtml(sections, locale);
  // A text says when it was changed before its first section, or at its end.
  const day = formatDay(locale, shown.version);
  const isDay = new RegExp(`(?<!\\d)${day.replaceAll('.', '\\.')}`);
  const ending = tokens.findLast(({ type }) => type === 'paragraph');
  const isDated = [...tokens.slice(0, start), ...(ending ? [ending] : [])].some(({ raw }) =>
    isDay.test(keepTogether(raw)),
  );
  const facts = factsHtml(shown, locale, isDated ? '' : day);
  return `${markdown.parser(tokens.slice(0, start))}${facts}${contents}${markdown.parser(tokens.slice(start))}`;
}

function contentsHtml(sections: Tokens.Heading[], locale: Locale): string {
  const entries = sections.map(({ text }) => `<li><a href="#${slug(text)}">${markdown.parseInline(text)}</a></li>`);
  const title = textsOf(locale)('legal.contents');
  return `<nav class="document-contents" aria-labelledby="contents"><p id="contents">${title}</p><ul>${entries.join('')}</ul></nav>\n`;
}

/**
 * Which language prevails and where the other versions are; when the text was last changed, unless it says so itself.
 */
function factsHtml({ document, version, source }: Shown, locale: Locale, lastChange: string): string {
  const text = textsOf(locale);
  const link = (address: string, words: string) => `<a href="${localizedPath(address, locale)}">${words}</a>`;
  const next = source.versions[document].find((date) => date > version);
  const facts = [
    ...(lastChange ? [text('legal.facts.changed', { date: lastChange })] : []),
    text('legal.facts.language'),
  ];
  const links = [
    link(`${paths.legalArchive}#${document}`, text('legal.facts.versions')),
    `<a href="${documentPdfPath(document, version, locale)}" type="application/pdf">${pdfWords({ document, version, source }, locale)}</a>`,
    ...(next
      ? [link(legalVersionPath(document, next), text('legal.facts.announced', { date: formatDay(locale, next) }))]
      : []),
  ];
  return `<div data-version="${version}" class="document-facts"><p>${facts.join(' ')}</p><p>${links.join(' ')}</p></div>\n`;
}

/** With how much there is to load. */
function pdfWords({ document, version, source }: Shown, locale: Locale): string {
  const { size } = fs.statSync(path.join(source.folder, document, version, `${locale}.pdf`));
  return textsOf(locale)('legal.facts.pdf', { size: formatBytes(locale, size) });
}

function differencePage(before: string, after: string, locale: Locale): string {
  const text = textsOf(locale);
  return `<p class="lead">${text('legal.difference.lead')}</p>\n${differenceHtml(before, after, text)}`;
}

/** Changes with the content: the name of a file that may be cached for ever. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
