import type { Platform } from './business/product.ts';
import * as endpoints from './endpoints.ts';

/** Machine addresses of the API; those that the site calls are told with their endpoints. */
export const apiPaths = {
  health: '/api/health',
  openapi: '/api/openapi.json',
  releases: endpoints.getReleases.path,
  documents: endpoints.getDocuments.path,
  account: endpoints.getAccount.path,
  accountKept: endpoints.keepAccount.path,
  accountExport: '/api/account/export',
  accountArchive: endpoints.getArchive.path,
  accountCorrection: endpoints.correctAccount.path,
  accountRestriction: endpoints.restrictAccount.path,
  accountObjection: endpoints.objectToTraces.path,
  addressConfirmations: endpoints.confirmAddressAgain.path,
  session: endpoints.endSession.path,
  usage: endpoints.getUsage.path,
  usageExport: endpoints.getUsageTable.path,
  desktopStart: '/api/desktop/start',
  speechRequests: '/api/speech/requests',
  entitlements: '/api/entitlements',
  customer: endpoints.getCustomer.path,
  orders: endpoints.placeOrder.path,
  subscription: endpoints.getSubscription.path,
  invoices: endpoints.getInvoices.path,
  notices: endpoints.sendNotice.path,
  cardWebhook: '/api/webhooks/card-payments',
  textEnhance: '/api/text/enhance',
  textStructure: '/api/text/structure',
  textGenerate: '/api/text/generate',
  downloads: endpoints.startDownload.path,
  consents: endpoints.recordConsent.path,
  statistics: endpoints.countVisit.path,
} as const;

/** Addresses with parameters, as the server mounts them; the functions below fill them in. */
export const routePatterns = {
  releaseVersion: endpoints.getReleaseVersion.path,
  documentVersions: `${apiPaths.documents}/:document`,
  documentText: `${apiPaths.documents}/:document/:version`,
  documentPdf: `${apiPaths.documents}/:document/:version/pdf`,
  downloadLink: endpoints.renewLink.path,
  downloadArrival: endpoints.reportArrival.path,
  measureObjection: endpoints.objectToMeasure.path,
  privacyAnswer: '/privacy-answer/:id/:secret',
  addressConfirmation: '/address-confirmations/:id/:key',
  downloadFile: '/downloads/:id/:fileName',
  order: endpoints.getOrder.path,
  invoicePdf: endpoints.getInvoicePdf.path,
  updateFile: '/updates/:platform/:version/:fileName',
  updateComponents: '/updates/:platform/:version/components.json',
} as const;

const fillIn = (path: string, values: Readonly<Record<string, string>>) => endpoints.addressOf({ path }, values);

/** One version of a legal document as a PDF; what is there never changes. */
export const documentPdfPath = (document: string, version: string, locale: string): string =>
  `${fillIn(routePatterns.documentPdf, { document, version })}?locale=${locale}`;

/** The keys that prove what an offline app is entitled to. */
export const entitlementKeysPath = '/.well-known/entitlement-keys.json';

/** Where a signed-in app fetches the file of an update. */
export function updateFilePath({ platform, version, fileName }: Record<'platform' | 'version' | 'fileName', string>) {
  return fillIn(routePatterns.updateFile, { platform, version, fileName });
}

/** Where it reads what a version consists of. */
export function updateComponentsPath(platform: Platform, version: string): string {
  return fillIn(routePatterns.updateComponents, { platform, version });
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

/** Addresses of the site's endpoints that have parameters. */
export const releaseVersionPath = (platform: Platform, version: string) =>
  endpoints.addressOf(endpoints.getReleaseVersion, { platform, version });
export const downloadLinkPath = (id: string) => endpoints.addressOf(endpoints.renewLink, { id });
export const downloadArrivalPath = (id: string) => endpoints.addressOf(endpoints.reportArrival, { id });
export const measureObjectionPath = (id: string) => endpoints.addressOf(endpoints.objectToMeasure, { id });
export const orderPath = (id: string) => endpoints.addressOf(endpoints.getOrder, { id });
export const invoicePdfPath = (id: string) => endpoints.addressOf(endpoints.getInvoicePdf, { id });
