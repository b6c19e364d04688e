import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { consentOptionVersions } from '../../content/consent/versions.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { typographyFaults } from '../../scripts/build/catalogue-typography.ts';
import { keepNumbersWhole } from '../../scripts/build/unbroken-numbers.ts';
import { legalFolder, renderDraft } from '../../server/operator/legal/drafts.ts';
import { type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { problems } from '../../shared/problems.ts';
import { readText, repositoryFiles, root } from './repository-files.ts';

/** Every text inside `value`. Pieces of one sentence, which carry its spaces, are joined. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const parts: unknown[] = Object.values(value);
  const isOneSentence = parts.some((part) => typeof part === 'string' && part !== part.trim());
  return isOneSentence ? [parts.join('')] : parts.flatMap(sentencesIn);
}

/** The paragraphs, items and table rows of a Markdown text, as they are set: without code, addresses and marks. */
const paragraphsIn = (markdown: string): string[] =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`]*`/g, 'x')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>\s]+>/g, 'x')
    .replaceAll('**', '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/)
    .flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]))
    .map((block) => block.replace(/^\s*(?:#+|[-*>]|\d+\.) +/, '').replace(/ *\n */g, ' '))
    .map((block) => keepNumbersWhole(block).replace(/^ +| +$/g, ''));

const faultsIn = (locale: Locale, texts: readonly string[]): string[] =>
  texts.flatMap((text) => typographyFaults(locale, text).map((fault) => `${locale}: ${fault} ${JSON.stringify(text)}`));

const readJson = (file: string): unknown => JSON.parse(readText(file));

/** What the server says about one request in particular, as written in its code. */
const details = repositoryFiles
  .filter((file) => /^(?:server|shared)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readText(file).matchAll(/\bdetail: (?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g)])
  .map(([, plain, template]) => (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, 'x').replaceAll("\\'", "'"));

/** Each published text with faults, as `<document>/<version>`. */
function faultyVersions(): string[] {
  const legal = publishedDocuments.flatMap((document) =>
    legalVersions[document]
      .filter((version) =>
        locales.some((locale) => {
          const text = fs.readFileSync(path.join(legalFolder, document, version, `${locale}.md`), 'utf8');
          return faultsIn(locale, paragraphsIn(text)).length > 0;
        }),
      )
      .map((version) => `legal/${document}/${version}`),
  );
  const consent = consentOptionVersions
    .filter((version) =>
      locales.some(
        (locale) => faultsIn(locale, sentencesIn(readJson(`content/consent/${version}/${locale}.json`))).length,
      ),
    )
    .map((version) => `consent/${version}`);
  return [...legal, ...consent];
}

const draftOf = (document: PublishedDocument, locale: Locale) => renderDraft(document, '2100-02-01').texts[locale];

describe('marks and spaces are those of the language', () => {
  it.each(locales)('in what the server says, in %s', (locale) => {
    expect(
      faultsIn(
        locale,
        fs
          .readdirSync(path.join(root, `content/server/${locale}`))
          .flatMap((file) => sentencesIn(readJson(`content/server/${locale}/${file}`))),
      ),
    ).toEqual([]);
  });

  it.each(publishedDocuments)('in the draft of %s', (document) => {
    expect(locales.flatMap((locale) => faultsIn(locale, paragraphsIn(draftOf(document, locale))))).toEqual([]);
  });

  it('in the titles and details of the problems that the API tells', () => {
    expect(details.length).toBeGreaterThan(5);
    expect(faultsIn(defaultLocale, [...sentencesIn(problems), ...details])).toEqual([]);
  });

  it('in the pictures of the film', () => {
    expect(faultsIn(defaultLocale, sentencesIn(onScreen))).toEqual([]);
  });

  it('in everything published', () => {
    expect(faultyVersions()).toEqual([]);
  });
});
