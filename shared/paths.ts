import { defaultLocale, type Locale } from './locales.ts';

/** Every page address of the site (specification 2). Nothing else writes an address by hand. */
export const paths = {
  landing: '/writing-ant',
  pricing: '/writing-ant/pricing',
  demo: '/writing-ant/demo',
  features: '/writing-ant/features',
  beta: '/writing-ant/beta',
  download: '/writing-ant/download',
  downloadGuide: '/writing-ant/download-guide',
  releases: '/writing-ant/releases',
  account: '/account',
  login: '/login',
  loggedOut: '/logged-out',
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
  legalArchive: '/legal',
} as const;

/** A page address of this site; those below the archive follow from the published versions. */
export type PagePath = (typeof paths)[keyof typeof paths] | `${typeof paths.legalArchive}/${string}`;

/** Permanent redirects (HTTP 308), also followed when navigated to inside the site. */
export const redirects: Readonly<Record<string, PagePath>> = {
  '/': paths.landing,
  '/ai-dictation': paths.landing,
  '/speech-to-well-written-text': paths.landing,
};

/** Places on pages that other pages link to. */
export const anchors = {
  film: 'film',
  examples: 'examples',
  countryMissing: 'country-missing',
  personalBusiness: 'personal-business',
  enterprise: 'enterprise',
} as const;

/** Where the login provider sends the browser back to (specification 3, configuration: redirect path). */
export const loginRedirectPath = paths.account;

/** `address`, with or without a hash, in `locale`: an entry for links and search engines that the page strips again. */
export function localizedPath(address: string, locale: Locale): string {
  if (locale === defaultLocale) return address;
  const [path = '', hash] = address.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}lang=${locale}${hash ? `#${hash}` : ''}`;
}

/** Machine addresses of the API: the server mounts them, the site calls them. */
export const apiPaths = {
  health: '/api/health',
  openapi: '/api/openapi.json',
  releases: '/api/releases',
  documents: '/api/documents',
  account: '/api/account',
  downloads: '/api/downloads',
  consents: '/api/consents',
  statistics: '/api/statistics',
} as const;

/** Address of one version of a platform, with the hashes of its parts. */
export function releaseVersionPath(platform: string, version: string): string {
  return `${apiPaths.releases}/${platform}/${encodeURIComponent(version)}`;
}

/** Feeds of releases: for the three update programs, and for feed readers. */
export const updateFeedPaths = {
  electron: { windows: '/updates/latest.yml', macos: '/updates/latest-mac.yml' },
  tauri: '/updates/tauri.json',
  sparkle: '/updates/appcast.xml',
  atom: '/updates/releases.atom',
} as const;

/** Where a signed-in app fetches the file of an update. */
export function updateFilePath({ platform, version, fileName }: Record<'platform' | 'version' | 'fileName', string>) {
  return `/updates/${platform}/${encodeURIComponent(version)}/${encodeURIComponent(fileName)}`;
}

/** Where a download is given a new link to the same version. */
export function downloadLinkPath(downloadId: string): string {
  return `${apiPaths.downloads}/${downloadId}/link`;
}

/** Address of a downloadable file, before it is signed. */
export function downloadFilePath(downloadId: string, fileName: string): string {
  return `/downloads/${downloadId}/${encodeURIComponent(fileName)}`;
}
