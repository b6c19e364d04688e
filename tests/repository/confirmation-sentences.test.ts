import { expect, it } from 'vitest';
import { fillInSentence, readConfirmationSentences } from '../../server/people/acceptances/confirmation-sentences.ts';
import type { DocumentVersion } from '../../shared/api/documents.ts';
import { confirmationNames, legalDocuments } from '../../shared/business/documents.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { confirmationsHtml } from '../factories/confirmations.ts';

/** Every month, and every kind of day: languages write the first of a month differently, and Italian what stands before the 11th. */
const versions = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`).flatMap(
  (month) => [`${month}-01`, `${month}-11`, `${month}-23`],
);

/** The texts beside the boxes, as the site's own form shows them. */
function shownTexts(locale: Locale, documents: DocumentVersion[]): string[] {
  const html = confirmationsHtml(locale, documents);
  return [...html.matchAll(/<label.*?<\/label>/gs)].map(([label]) => label.replace(/<[^>]*>/g, ''));
}

it.each(locales)('in %s, what is recorded of a ticked box is what stands beside it', async (locale) => {
  const sentences = (await readConfirmationSentences())[locale];
  for (const [index] of versions.entries()) {
    // Each document in a different version, so that none can pass for another.
    const documents = legalDocuments.map((document, n) => ({
      document,
      version: versions[(index + 5 * n) % versions.length]!,
    }));
    const recorded = confirmationNames.map((name) => fillInSentence(sentences[name], locale, documents));
    expect(recorded).toEqual(shownTexts(locale, documents));
  }
});
