import { defaultLocale, type Locale } from './locales.ts';

/** Where the login provider sends the browser back to (specification 3, configuration: redirect path). */
export const loginRedirectPath = '/account';

/** Where it sends the browser after signing out (specification 4). */
export const loggedOutPath = '/logged-out';
export const releasesPath = '/writing-ant/releases';

/** Where a plan is ordered; which one, its parameters say. */
export const orderPagePath = '/account/order';

/** Every page address of the site (specification 2). Nothing else writes an address by hand. */
export const paths = {
  landing: '/writing-ant',
  pricing: '/writing-ant/pricing',
  demo: '/writing-ant/demo',
  features: '/writing-ant/features',
  beta: '/writing-ant/beta',
  download: '/writing-ant/download',
  downloadGuide: '/writing-ant/download-guide',
  releases: releasesPath,
  account: loginRedirectPath,
  accountClosing: '/account/close',
  accountData: '/account/data',
  accountPlan: '/account/plan',
  accountUsage: '/account/usage',
  order: orderPagePath,
  orderDone: '/account/order/done',
  login: '/login',
  loggedOut: loggedOutPath,
  signedUp: '/signed-up',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  eula: '/eula',
  cookiePolicy: '/cookie-policy',
  impressum: '/impressum',
  licenses: '/licenses',
  aiServiceUsePolicy: '/ai-service-use-policy',
  accessibility: '/accessibility',
  withdrawal: '/withdraw',
  cancellation: '/cancel',
  legalArchive: '/legal',
} as const;

/** A page address of this site; those below the archive are derived from the published versions. */
export type PagePath = (typeof paths)[keyof typeof paths] | `${typeof paths.legalArchive}/${string}`;

/** Permanent redirects (HTTP 308), also followed when navigating within the site. */
export const redirects: Readonly<Record<string, PagePath>> = {
  '/': paths.landing,
  '/ai-dictation': paths.landing,
  '/speech-to-well-written-text': paths.landing,
};

/** Places on pages that other pages link to. */
export const anchors = {
  film: 'film',
  examples: 'examples',
  audience: 'audience',
  privacy: 'privacy',
  countryMissing: 'country-missing',
  accessRequest: 'waiting-list',
  saleList: 'sale-list',
  macosList: 'macos-list',
  personalBusiness: 'personal-business',
  enterprise: 'enterprise',
  planWithdrawal: 'plan-withdrawal',
} as const;

/** `address`, with or without a hash, in `locale`: an entry for links and search engines that the page strips again. */
export function localizedPath(address: string, locale: Locale): string {
  if (locale === defaultLocale) return address;
  const [path = '', hash] = address.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}lang=${locale}${hash ? `#${hash}` : ''}`;
}
