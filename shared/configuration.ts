import type { PublishedDocument } from './business/documents.ts';
import { type SalesAudience, salesAudiences } from './business/sales.ts';

/**
 * What the browser must know about the running service. The server writes it into every page as a JSON data block with
 * the id below, so that one build serves any address.
 */
export interface SiteConfiguration {
  loginClientId: string;
  loginApiHostname: string;
  /** Only for the development login provider; a hosted one is reached over https on its default port. */
  loginPort?: number;
  loginHttps: boolean;
  /** Base address of the API, without a trailing slash; empty for the same origin. */
  apiBaseUrl: string;
  /** True when the sign-in service is the stand-in of this machine, so that pages can say so. */
  standIns: boolean;
  /** To whom anything is sold. */
  salesOpen: readonly SalesAudience[];
  /** The version of each legal document that applies, by the service's clock, while the page is served. */
  documentVersions: Readonly<Record<PublishedDocument, string>>;
}

/** The element that holds the configuration. */
export const configurationElementId = 'configuration';

/** Written by the prerenderer and replaced by the server: at startup, or daily for what changes with the day. */
export const placeholders = {
  siteOrigin: '%SITE_ORIGIN%',
  configuration: '%SITE_CONFIGURATION%',
  sales: '%SALES%',
  expires: '%EXPIRES%',
} as const;

/** The two clients of the development login provider: the site on a developer's machine, and the desktop app there. */
export const developmentClientId = 'client_writing_ant_development';
export const developmentDesktopClientId = 'client_writing_ant_desktop_development';

/** Its key for the management API. Worth nothing: that provider answers on this machine only. */
export const developmentApiKey = 'sk_development_of_writing_ant';

/** Key and webhook secret of the stand-in for card payments. Worth nothing: it answers on this machine only. */
export const developmentCardsKey = 'sk_test_development_of_writing_ant';
export const developmentWebhookSecret = 'whsec_development_of_writing_ant';

const salesTexts = /%SALES_CLOSED%(.*?)%SALES_OPEN%(.*?)%SALES_END%/g;

/** What is said outside the body of a page, as long as nothing is sold and then; the server leaves one of the two. */
export const bySales = (closed: string, open: string): string =>
  `%SALES_CLOSED%${closed}%SALES_OPEN%${open}%SALES_END%`;

const inOrder = (salesOpen: readonly SalesAudience[]) => salesAudiences.filter((each) => salesOpen.includes(each));

/** Fills in what depends on sales. The root element says it, too, and to whom: the style sheet shows what fits of the body. */
export const fillInSales = (text: string, { salesOpen }: Pick<SiteConfiguration, 'salesOpen'>): string =>
  text
    .replace(placeholders.sales, salesOpen.length ? ['open', ...inOrder(salesOpen)].join(' ') : 'closed')
    .replace(salesTexts, (_, closed: string, open: string) => (salesOpen.length ? open : closed));
