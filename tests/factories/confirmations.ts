import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Confirmations } from '../../app/account/delivery/confirmations.tsx';
import { createShownVersions } from '../../app/documents/shown-versions.ts';
import { createCatalogue } from '../../app/messages/catalogue.ts';
import { MessagesContext } from '../../app/messages/messages-context.ts';
import type { Boot } from '../../app/site/boot.ts';
import { findRoute, routes } from '../../app/site/routes.ts';
import { SiteContext, type SiteContextValue } from '../../app/site/site-context.ts';
import { versionsInForce } from '../../content/legal/in-force.ts';
import { compileMessages } from '../../scripts/build/catalogues.ts';
import type { DocumentVersion } from '../../shared/api/documents.ts';
import { confirmationNames } from '../../shared/business/documents.ts';
import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';

/** The boxes of the download form for `documents`, as the site shows them. */
export function confirmationsHtml(locale: Locale, documents: DocumentVersion[]): string {
  // What the form needs from its page.
  const boot = { locale, messages: compileMessages(locale, 'account'), messageFiles: {} } as Partial<Boot> as Boot;
  const documentVersions = versionsInForce(new Date('2026-01-01'));
  const site: SiteContextValue = {
    boot,
    configuration: {
      loginClientId: '',
      loginApiHostname: '',
      loginHttps: true,
      apiBaseUrl: '',
      standIns: false,
      salesOpen: [],
      documentVersions,
    },
    routes,
    findRoute,
    documents: new Map(),
    versions: createShownVersions(documentVersions),
    prerendered: { path: paths.account, day: '2026-01-01', origin: '' },
    prefetch() {},
    navigate() {},
  };
  const ticked = { terms: false, cookies: false, diskSpace: false, beta: false };
  const form = createElement(Confirmations, {
    documents,
    asked: confirmationNames,
    ticked,
    marksOpen: false,
    onChange() {},
  });
  const messages = createElement(MessagesContext, { value: createCatalogue(boot) }, form);
  return renderToStaticMarkup(createElement(SiteContext, { value: site }, messages));
}
