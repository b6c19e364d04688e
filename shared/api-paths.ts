/** Machine addresses of the API: the server mounts them, the site calls them. */
export const apiPaths = {
  health: '/api/health',
  openapi: '/api/openapi.json',
  releases: '/api/releases',
  documents: '/api/documents',
  account: '/api/account',
  accountKept: '/api/account/keep',
  accountExport: '/api/account/export',
  accountArchive: '/api/account/archive',
  accountCorrection: '/api/account/correction',
  accountRestriction: '/api/account/restriction',
  accountObjection: '/api/account/objection',
  addressConfirmations: '/api/account/address-confirmations',
  session: '/api/session',
  usage: '/api/usage',
  usageExport: '/api/usage/export',
  speechRequests: '/api/speech/requests',
  entitlements: '/api/entitlements',
  customer: '/api/customer',
  orders: '/api/orders',
  subscription: '/api/subscription',
  invoices: '/api/invoices',
  notices: '/api/notices',
  cardWebhook: '/api/webhooks/card-payments',
  textEnhance: '/api/text/enhance',
  textStructure: '/api/text/structure',
  textGenerate: '/api/text/generate',
  downloads: '/api/downloads',
  consents: '/api/consents',
  statistics: '/api/statistics',
} as const;

/** Addresses with parameters, as the server mounts them; the functions below fill them in. */
export const routePatterns = {
  releaseVersion: `${apiPaths.releases}/:platform/:version`,
  documentVersions: `${apiPaths.documents}/:document`,
  documentText: `${apiPaths.documents}/:document/:version`,
  downloadLink: `${apiPaths.downloads}/:id/link`,
  downloadArrival: `${apiPaths.downloads}/:id/arrival`,
  measureObjection: `${apiPaths.account}/measures/:id/objection`,
  privacyAnswer: '/privacy-answer/:id/:secret',
  addressConfirmation: '/address-confirmations/:id/:key',
  downloadFile: '/downloads/:id/:fileName',
  order: `${apiPaths.orders}/:id`,
  invoicePdf: `${apiPaths.invoices}/:id/pdf`,
  updateFile: '/updates/:platform/:version/:fileName',
} as const;

function fillIn(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!));
}

/** Where the holder objects to a measure. */
export const measureObjectionPath = (id: string): string => fillIn(routePatterns.measureObjection, { id });

/** Address of one version of a platform, with the hashes of its parts. */
export function releaseVersionPath(platform: string, version: string): string {
  return fillIn(routePatterns.releaseVersion, { platform, version });
}

/** The keys that prove what an offline app is entitled to. */
export const entitlementKeysPath = '/.well-known/entitlement-keys.json';

/** The waiting list: forms and pages, which work without a script. */
export const accessPaths = {
  ask: '/access-requests',
  confirm: '/access-requests/:id/confirm/:key',
  leave: '/access-requests/:id/leave/:key',
} as const;

/** A link that only the owner of the address has. */
export function accessLinkPath(id: string, act: 'confirm' | 'leave', key: string): string {
  return fillIn(accessPaths[act], { id, key });
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
  return fillIn(routePatterns.updateFile, { platform, version, fileName });
}

/** Where a download gets a new link to the same version. */
export function downloadLinkPath(id: string): string {
  return fillIn(routePatterns.downloadLink, { id });
}

/** Where a page reports that it has the whole file of a download. */
export function downloadArrivalPath(id: string): string {
  return fillIn(routePatterns.downloadArrival, { id });
}

/** Where the answer to a request about personal data is read. */
export function privacyAnswerPath(id: string, secret: string): string {
  return fillIn(routePatterns.privacyAnswer, { id, secret });
}

/** The link by which the owner of an address confirms it. */
export function addressConfirmationPath(id: string, key: string): string {
  return fillIn(routePatterns.addressConfirmation, { id, key });
}

/** Address of a downloadable file, before it is signed. */
export function downloadFilePath(id: string, fileName: string): string {
  return fillIn(routePatterns.downloadFile, { id, fileName });
}

/** Where the page after the card form asks what became of an order. */
export function orderPath(id: string): string {
  return fillIn(routePatterns.order, { id });
}

/** The document of an invoice or credit note. */
export function invoicePdfPath(id: string): string {
  return fillIn(routePatterns.invoicePdf, { id });
}
