import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { findVersionInForce, legalVersions } from '../../content/legal/versions.ts';
import { isPublishedDocument, type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import type { Locale } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { licencesHtml } from './licences/document.ts';

const legalDirectory = path.resolve(import.meta.dirname, '../../content/legal');

/** The list that the build makes of what it finds, instead of a text that someone wrote. */
const licences = 'licences';

/** Names of all long texts, as routes name them. */
export const documentNames = [...publishedDocuments, licences];

/** The version of a document that is in force on the day of the build. */
function versionOf(name: PublishedDocument): string {
  const version = findVersionInForce(legalVersions[name], new Date());
  if (!version) throw new Error(`${name}: no version is in force.`);
  return version;
}

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

/** The HTML of a document in one language, from Markdown that is part of the build, or from the inventory of licences. */
export function documentHtml(name: string, locale: Locale): string {
  if (name === licences) return licencesHtml(locale);
  if (!isPublishedDocument(name)) throw new Error(`There is no document ${name}.`);
  const file = path.join(legalDirectory, name, versionOf(name), `${locale}.md`);
  return markdown.parse(fs.readFileSync(file, 'utf8'), {
    async: false,
    walkTokens: (token) => {
      if (token.type === 'link' && token.href.startsWith('/')) token.href = localizedPath(token.href, locale);
    },
  });
}

/** Eight characters that change with the content: part of the address of a file that may be cached for ever. */
export function contentHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
