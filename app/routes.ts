import type { ComponentType } from 'react';
import type { MessageId } from '../content/generated/message-arguments.ts';
import { legalVersions } from '../content/legal/versions.ts';
import { type PagePath, paths } from '../shared/paths.ts';

type TitleId = Extract<MessageId, `${string}.title`>;

/** A page of the site: where it stands, what it is called, and what it needs before it can be shown. */
export interface PageRoute {
  id: string;
  /** Addresses of the page; the first is the canonical one. None for the not-found page. */
  paths: readonly PagePath[];
  /** Its description for search engines has the same id but for the last word; `….description`. */
  title: TitleId;
  /** Message files the page needs besides those of the layout. */
  messages: readonly string[];
  /** The legal document that the page shows. */
  document?: string;
  /** What a page of the archive is about, as its title says; `from` is empty unless it compares two versions. */
  about?: { document: TitleId; version: string; from: string };
  /**
   * `now`: the page needs its script to be of use. `intent`: it is complete as HTML, so the script waits for the
   * visitor's first action or the sign of a session (docs/decisions/0003-scripts-wait-for-intent.md).
   */
  start: 'now' | 'intent';
  /** False for pages that mean nothing to a search engine. */
  indexed: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** Message files of the header, the footer and the page frame: every page carries them. */
export const frameMessages = ['layout', 'page', 'consent'] as const;

const marketing = { start: 'intent', indexed: true } as const;
const legal = { messages: ['legal'], start: 'intent', indexed: true } as const;

/** Every page that has a text of its own. */
const ownRoutes: readonly PageRoute[] = [
  {
    id: 'landing',
    paths: [paths.landing],
    title: 'landing.title',
    messages: ['landing', 'examples', 'scenes'],
    ...marketing,
    load: () => import('./pages/marketing/landing.tsx'),
  },
  {
    id: 'features',
    paths: [paths.features],
    title: 'features.title',
    messages: ['features', 'scenes'],
    ...marketing,
    load: () => import('./pages/marketing/features.tsx'),
  },
  {
    id: 'pricing',
    paths: [paths.pricing],
    title: 'pricing.title',
    messages: ['pricing'],
    ...marketing,
    load: () => import('./pages/marketing/pricing.tsx'),
  },
  {
    id: 'demo',
    paths: [paths.demo],
    title: 'demo.title',
    messages: ['demo', 'scenes', 'film'],
    ...marketing,
    load: () => import('./pages/marketing/demo.tsx'),
  },
  {
    id: 'beta',
    paths: [paths.beta],
    title: 'beta.title',
    messages: ['beta'],
    ...marketing,
    load: () => import('./pages/marketing/beta.tsx'),
  },
  {
    id: 'download-guide',
    paths: [paths.downloadGuide],
    title: 'download-guide.title',
    messages: ['download-guide'],
    ...marketing,
    load: () => import('./pages/download/download-guide.tsx'),
  },
  {
    id: 'releases',
    paths: [paths.releases],
    title: 'releases.title',
    messages: ['releases'],
    ...marketing,
    load: () => import('./pages/download/releases.tsx'),
  },
  {
    id: 'contact',
    paths: [paths.contact],
    title: 'contact.title',
    messages: ['contact'],
    ...marketing,
    load: () => import('./pages/marketing/contact.tsx'),
  },
  {
    id: 'signed-up',
    paths: [paths.signedUp],
    title: 'signed-up.title',
    messages: ['signed-up'],
    start: 'intent',
    indexed: false,
    load: () => import('./pages/account/signed-up.tsx'),
  },
  {
    id: 'account',
    paths: [paths.account, paths.login, paths.download],
    title: 'account.title',
    messages: ['account', 'form', 'problems'],
    start: 'intent',
    indexed: true,
    load: () => import('./pages/account/account.tsx'),
  },
  {
    id: 'logged-out',
    paths: [paths.loggedOut],
    title: 'logged-out.title',
    messages: ['logged-out', 'account', 'problems'],
    start: 'intent',
    indexed: false,
    load: () => import('./pages/account/logged-out.tsx'),
  },
  {
    id: 'privacy',
    paths: [paths.privacy],
    title: 'legal.privacy.title',
    document: 'privacy-policy',
    ...legal,
    load: () => import('./pages/legal/privacy.tsx'),
  },
  {
    id: 'terms',
    paths: [paths.terms],
    title: 'legal.terms.title',
    document: 'terms',
    ...legal,
    load: () => import('./pages/legal/terms.tsx'),
  },
  {
    id: 'eula',
    paths: [paths.eula],
    title: 'legal.eula.title',
    document: 'eula',
    ...legal,
    load: () => import('./pages/legal/eula.tsx'),
  },
  {
    id: 'cookie-policy',
    paths: [paths.cookiePolicy],
    title: 'legal.cookie-policy.title',
    document: 'cookie-policy',
    ...legal,
    load: () => import('./pages/legal/cookie-policy.tsx'),
  },
  {
    id: 'ai-service-use-policy',
    paths: [paths.aiServiceUsePolicy],
    title: 'legal.ai-service-use-policy.title',
    document: 'ai-service-use-policy',
    ...legal,
    load: () => import('./pages/legal/ai-service-use-policy.tsx'),
  },
  {
    id: 'impressum',
    paths: [paths.impressum],
    title: 'legal.impressum.title',
    document: 'impressum',
    ...legal,
    load: () => import('./pages/legal/impressum.tsx'),
  },
  {
    id: 'licenses',
    paths: [paths.licenses],
    title: 'legal.licenses.title',
    document: 'licences',
    ...legal,
    messages: ['legal', 'licenses'],
    load: () => import('./pages/legal/licenses.tsx'),
  },
  {
    id: 'accessibility',
    paths: [paths.accessibility],
    title: 'legal.accessibility.title',
    document: 'accessibility',
    ...legal,
    load: () => import('./pages/legal/accessibility.tsx'),
  },
  {
    id: 'withdrawal',
    paths: [paths.withdrawal],
    title: 'legal.withdrawal.title',
    document: 'withdrawal',
    ...legal,
    messages: ['legal', 'withdrawal', 'form'],
    load: () => import('./pages/legal/withdrawal.tsx'),
  },
  {
    id: 'legal-archive',
    paths: [paths.legalArchive],
    title: 'legal.archive.title',
    ...legal,
    load: () => import('./pages/legal/legal-archive.tsx'),
  },
];

/** Pages that follow from what is published: each version at an address that stays, and what changed between any two. */
export function archiveRoutes(published: Record<string, readonly string[]> = legalVersions): PageRoute[] {
  return Object.entries(published).flatMap(([document, versions]) => {
    const { title } = ownRoutes.find((route) => route.document === document)!;
    return versions.flatMap((version, index) =>
      ['', ...versions.slice(0, index)].map((from): PageRoute => {
        const name = [document, from, version].filter(Boolean).join('/');
        return {
          ...legal,
          id: name,
          document: name,
          paths: [`${paths.legalArchive}/${name}`],
          title: from ? 'legal.difference.title' : 'legal.version.title',
          about: { document: title, version, from },
          indexed: !from,
          load: () => import('./pages/legal/legal-version.tsx'),
        };
      }),
    );
  });
}

/** Every page of the site; the only list of pages (specification 2). */
export const routes: readonly PageRoute[] = [...ownRoutes, ...archiveRoutes()];

/** What a page is called, or with another message what is said of it. `text` gives the text of a message. */
export function titleOf(
  { title, about }: PageRoute,
  text: (id: string, values?: Record<string, string>) => string,
  message: string = title,
): string {
  return about ? text(message, { ...about, document: text(about.document) }) : text(message);
}

/** Shown, with HTTP 404, at every address that no page has. */
export const notFoundRoute: PageRoute = {
  id: 'not-found',
  paths: [],
  title: 'not-found.title',
  messages: ['not-found'],
  start: 'now',
  indexed: false,
  load: () => import('./pages/not-found.tsx'),
};

/** The page at `pathname`, or none. A trailing slash does not matter. */
export function findRoute(pathname: string): PageRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return routes.find((route) => (route.paths as readonly string[]).includes(path));
}
