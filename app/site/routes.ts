import { legalVersions } from '../../content/legal/versions.ts';
import { type PagePath, paths } from '../../shared/paths.ts';
import { panelMessages } from '../account/delivery/panel-messages.ts';
import type { LegalTitleId, PageRoute, TitleId } from './page-route.ts';

/** Message files of the header, the footer and the page frame: every page carries them. */
export const frameMessages = ['layout', 'page', 'consent'] as const;

/**
 * Its file, and whatever differs from most pages. A page reads the list from the site's context: importing it, it would
 * import itself.
 */
type Particulars = Pick<PageRoute, 'source' | 'load'> & Partial<PageRoute>;

/** The name of a page in the code: `legal.privacy.title` is the title of `privacy`. */
const nameIn = (title: TitleId) => title.split('.').at(-2)!;

/** A page whose message file has its own name. */
const page = (title: TitleId, path: PagePath | null, particulars: Particulars): PageRoute => ({
  id: nameIn(title),
  paths: path ? [path] : [],
  title,
  messages: [nameIn(title)],
  indexed: true,
  ...particulars,
});

/** A page with the legal document of the same name, and with nothing else unless it has a file of its own. */
function legal(title: LegalTitleId, path: PagePath, particulars: Partial<PageRoute> = {}): PageRoute {
  const document = particulars.document ?? nameIn(title);
  return page(title, path, {
    document,
    messages: ['legal'],
    source: 'app/pages/legal/legal-page.tsx',
    load: () => import('../pages/legal/legal-page.tsx').then(({ legalPageOf }) => legalPageOf(title, document)),
    ...particulars,
  });
}

/** Every page that has a text of its own. */
const ownRoutes: readonly PageRoute[] = [
  page('landing.title', paths.landing, {
    messages: ['landing', 'examples', 'scenes', 'player', 'accuracy'],
    source: 'app/pages/marketing/landing.tsx',
    load: () => import('../pages/marketing/landing.tsx'),
  }),
  page('features.title', paths.features, {
    messages: ['features', 'scenes', 'accuracy'],
    source: 'app/pages/marketing/features.tsx',
    load: () => import('../pages/marketing/features.tsx'),
  }),
  page('pricing.title', paths.pricing, {
    messages: ['pricing', 'lists', 'form'],
    source: 'app/pages/marketing/pricing.tsx',
    load: () => import('../pages/marketing/pricing.tsx'),
    onSaleDescription: 'pricing.on-sale.description',
  }),
  page('demo.title', paths.demo, {
    messages: ['demo', 'player', 'film'],
    source: 'app/pages/marketing/demo.tsx',
    load: () => import('../pages/marketing/demo.tsx'),
  }),
  page('beta.title', paths.beta, {
    messages: ['beta', 'form'],
    source: 'app/pages/marketing/beta.tsx',
    load: () => import('../pages/marketing/beta.tsx'),
  }),
  page('download-guide.title', paths.downloadGuide, {
    messages: ['download-guide', 'lists', 'form'],
    source: 'app/pages/releases/download-guide.tsx',
    load: () => import('../pages/releases/download-guide.tsx'),
  }),
  page('releases.title', paths.releases, {
    source: 'app/pages/releases/releases.tsx',
    load: () => import('../pages/releases/releases.tsx'),
  }),
  page('contact.title', paths.contact, {
    moment: 'supportHours',
    source: 'app/pages/marketing/contact.tsx',
    load: () => import('../pages/marketing/contact.tsx'),
  }),
  page('signed-up.title', paths.signedUp, {
    indexed: false,
    source: 'app/account/session/signed-up.tsx',
    load: () => import('../account/session/signed-up.tsx'),
  }),
  page('account.title', paths.account, {
    paths: [paths.account, paths.login, paths.download],
    messages: ['account', 'form', 'problems'],
    signedIn: { source: 'app/account/delivery/download-panel.tsx', messages: panelMessages },
    source: 'app/account/account.tsx',
    load: () => import('../account/account.tsx'),
  }),
  page('closing.title', paths.accountClosing, {
    messages: ['closing', 'account', 'problems'],
    indexed: false,
    source: 'app/account/privacy/closing/closing.tsx',
    load: () => import('../account/privacy/closing/closing.tsx'),
  }),
  page('plan.title', paths.accountPlan, {
    messages: ['plan', 'billing', 'account', 'problems'],
    indexed: false,
    source: 'app/account/billing/plan/plan.tsx',
    load: () => import('../account/billing/plan/plan.tsx'),
  }),
  page('order.title', paths.order, {
    messages: ['order', 'plan', 'billing', 'account', 'lists', 'form', 'problems'],
    indexed: false,
    source: 'app/account/billing/order/order.tsx',
    load: () => import('../account/billing/order/order.tsx'),
  }),
  page('order-done.title', paths.orderDone, {
    messages: ['order-done', 'order', 'plan', 'billing', 'account', 'problems'],
    indexed: false,
    source: 'app/account/billing/order/order-done.tsx',
    load: () => import('../account/billing/order/order-done.tsx'),
  }),
  page('cancellation.title', paths.cancellation, {
    messages: ['cancellation', 'notice', 'plan', 'billing', 'account', 'form', 'problems'],
    source: 'app/account/billing/cancellation/cancellation.tsx',
    load: () => import('../account/billing/cancellation/cancellation.tsx'),
  }),
  page('usage.title', paths.accountUsage, {
    messages: ['usage', 'account', 'billing', 'problems', 'measures'],
    indexed: false,
    source: 'app/account/service/usage/usage.tsx',
    load: () => import('../account/service/usage/usage.tsx'),
  }),
  page('personal-data.title', paths.accountData, {
    messages: ['personal-data', 'account', 'problems'],
    indexed: false,
    source: 'app/account/privacy/personal-data/personal-data.tsx',
    load: () => import('../account/privacy/personal-data/personal-data.tsx'),
  }),
  page('logged-out.title', paths.loggedOut, {
    messages: ['logged-out', 'account', 'problems'],
    indexed: false,
    source: 'app/account/session/logged-out.tsx',
    load: () => import('../account/session/logged-out.tsx'),
  }),
  legal('legal.privacy.title', paths.privacy, {
    document: 'privacy-policy',
  }),
  legal('legal.terms.title', paths.terms),
  legal('legal.eula.title', paths.eula),
  legal('legal.cookie-policy.title', paths.cookiePolicy, {
    source: 'app/pages/legal/cookie-policy.tsx',
    load: () => import('../pages/legal/cookie-policy.tsx'),
  }),
  legal('legal.ai-service-use-policy.title', paths.aiServiceUsePolicy),
  legal('legal.impressum.title', paths.impressum),
  legal('legal.licenses.title', paths.licenses, {
    document: 'licences',
    messages: ['legal', 'licenses'],
    source: 'app/pages/legal/licenses.tsx',
    load: () => import('../pages/legal/licenses.tsx'),
  }),
  legal('legal.accessibility.title', paths.accessibility),
  legal('legal.withdrawal.title', paths.withdrawal, {
    messages: ['legal', 'withdrawal', 'notice', 'form'],
    source: 'app/pages/legal/withdrawal.tsx',
    load: () => import('../pages/legal/withdrawal.tsx'),
  }),
  page('legal.archive.title', paths.legalArchive, {
    id: 'legal-archive',
    messages: ['legal'],
    source: 'app/pages/legal/legal-archive.tsx',
    load: () => import('../pages/legal/legal-archive.tsx'),
  }),
];

/** Pages that follow from what is published: each version at a permanent address, and the changes between any two. */
export function archiveRoutes(published: Record<string, readonly string[]> = legalVersions): PageRoute[] {
  return Object.entries(published).flatMap(([document, versions]) => {
    const { title } = ownRoutes.find((route) => route.document === document)!;
    return versions.flatMap((version, index) =>
      ['', ...versions.slice(0, index)].map((from) => {
        const id = [document, from, version].filter(Boolean).join('/');
        return page(from ? 'legal.difference.title' : 'legal.version.title', `${paths.legalArchive}/${id}`, {
          id,
          document: id,
          messages: ['legal'],
          about: { document: title, version, from },
          indexed: !from,
          source: 'app/pages/legal/legal-version.tsx',
          load: () => import('../pages/legal/legal-version.tsx'),
        });
      }),
    );
  });
}

/** Every page of the site; the only list of pages (specification 2). */
export const routes: readonly PageRoute[] = [...ownRoutes, ...archiveRoutes()];

/** Shown, with HTTP 404, at every address without a page. */
export const notFoundRoute: PageRoute = page('not-found.title', null, {
  moment: 'countdown',
  indexed: false,
  source: 'app/pages/not-found.tsx',
  load: () => import('../pages/not-found.tsx'),
});

/** The page at `pathname`, if there is one. A trailing slash does not matter. */
export function findRoute(pathname: string): PageRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return routes.find((route) => (route.paths as readonly string[]).includes(path));
}
