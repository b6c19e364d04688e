import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Confirmations } from '../../app/account/download/confirmations.tsx';
import { createCatalogue } from '../../app/messages/catalogue.ts';
import { MessagesContext } from '../../app/messages/messages-context.ts';
import type { Boot } from '../../app/site/boot.ts';
import { SiteContext, type SiteContextValue } from '../../app/site/site-context.ts';
import { compileMessages } from '../../scripts/build/catalogues.ts';
import { fillInSentence, readConfirmationSentences } from '../../server/features/acceptances/confirmation-sentences.ts';
import { confirmationNames, legalDocuments } from '../../shared/business/documents.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';

/** Every month, and both kinds of days: languages write the first of a month in their own way. */
const versions = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`).flatMap(
  (month) => [`${month}-01`, `${month}-23`],
);

/** The texts beside the boxes, as the site's own form shows them. */
function shownTexts(locale: Locale, documents: Parameters<typeof Confirmations>[0]['documents']): string[] {
  // What the form needs of a page.
  const boot = { locale, messages: compileMessages(locale, 'account'), messageFiles: {} } as Partial<Boot> as Boot;
  const site: SiteContextValue = {
    boot,
    configuration: { loginClientId: '', loginApiHostname: '', loginHttps: true, apiBaseUrl: '', standIns: false },
    documents: new Map(),
    prerenderedPath: paths.account,
    prefetch() {},
    navigate() {},
  };
  const ticked = { terms: false, cookies: false, diskSpace: false, beta: false };
  const form = createElement(Confirmations, { documents, asked: confirmationNames, ticked, onChange() {} });
  const messages = createElement(MessagesContext, { value: createCatalogue(boot) }, form);
  const html = renderToStaticMarkup(createElement(SiteContext, { value: site }, messages));
  return [...html.matchAll(/<label.*?<\/label>/gs)].map(([label]) => label.replace(/<[^>]*>/g, ''));
}

it.each(locales)('in %s, what is recorded of a ticked box is what stands beside it', async (locale) => {
  const sentences = (await readConfirmationSentences())[locale];
  for (const [index] of versions.entries()) {
    // Each document in another version, so that none can stand for another.
    const documents = legalDocuments.map((document, n) => ({
      document,
      version: versions[(index + 5 * n) % versions.length]!,
    }));
    const recorded = confirmationNames.map((name) => fillInSentence(sentences[name], locale, documents));
    expect(recorded).toEqual(shownTexts(locale, documents));
  }
});
