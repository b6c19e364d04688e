/**
 * What the site and the server say to each other: method, address, what is sent and answered, and whose token it takes. The server
 * mounts them (`server/http/mount.ts`), the site calls them (`app/api-client/api-client.ts`). Of the schemas only the types are here,
 * so that pages do not load them; the server's own have to fit.
 */
import type { AccountAnswer } from './api/account.ts';
import type { AddressConfirmationRequest } from './api/address-confirmation.ts';
import type { ConsentRecord, ConsentRequest } from './api/consents.ts';
import type { CustomerAnswer, CustomerRequest } from './api/customer.ts';
import type { DocumentsAnswer } from './api/documents.ts';
import type { Download, DownloadRequest, DownloadsAnswer } from './api/downloads.ts';
import type { InvoicesAnswer } from './api/invoices.ts';
import type { MeasureObjectionRequest } from './api/measures.ts';
import type { NoticeAnswer, NoticeRequest } from './api/notices.ts';
import type { OrderAnswer, OrderRequest } from './api/orders.ts';
import type { CorrectionRequest, DecisionRequest } from './api/privacy-requests.ts';
import type { Release, ReleasesAnswer, ReleaseVersionAnswer } from './api/releases.ts';
import type { StatisticsRequest } from './api/statistics.ts';
import type { SubscriptionAnswer, SubscriptionChange, SubscriptionRequest } from './api/subscription.ts';
import type { UsageAnswer, UsagePeriod, UsageQuery } from './api/usage.ts';
import type { Locale } from './locales.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `own`: a token of the website. `shared`: one of the website or of the desktop app. */
export type Who = 'anybody' | 'own' | 'shared';

/** What an endpoint is given and answers. Without `answer`, it answers 204. */
export interface Told {
  params?: object;
  query?: object;
  body?: unknown;
  /** Sent in its header; the same again with the same key is done once. */
  idempotencyKey?: string;
  answer?: unknown;
}

export interface Endpoint<What extends Told = Told, By extends Who = Who> {
  method: Method;
  /** With `:name` for each of its parameters. */
  path: string;
  by: By;
  /** Never there: it only carries the types. */
  what?: What;
}

export type AnswerOf<What extends Told> = 'answer' extends keyof What ? What['answer'] : undefined;

type Declare<By extends Who> = <What extends Told>(method: Method, path: string) => Endpoint<What, By>;

/* @__NO_SIDE_EFFECTS__ */
const anybodys: Declare<'anybody'> = (method, path) => ({ method, path, by: 'anybody' });
/* @__NO_SIDE_EFFECTS__ */
const own: Declare<'own'> = (method, path) => ({ method, path, by: 'own' });
/* @__NO_SIDE_EFFECTS__ */
const shared: Declare<'shared'> = (method, path) => ({ method, path, by: 'shared' });

interface ById {
  params: { id: string };
}

/** What can be downloaded, by platform. */
export const getReleases = anybodys<{ answer: ReleasesAnswer }>('GET', '/api/releases');
/** One version with the hashes of its parts. */
export const getReleaseVersion = anybodys<{
  params: { platform: Release['platform']; version: string };
  answer: ReleaseVersionAnswer;
}>('GET', '/api/releases/:platform/:version');
/** The documents that an acceptance must name today, by the server's clock. */
export const getDocuments = anybodys<{ answer: DocumentsAnswer }>('GET', '/api/documents');
/** Records a choice about statistics. Safe to repeat. */
export const recordConsent = anybodys<{ body: ConsentRequest; answer: ConsentRecord }>('POST', '/api/consents');
/** Counts a page view. */
export const countVisit = anybodys<{ body: StatisticsRequest; answer: { counted: boolean } }>(
  'POST',
  '/api/statistics',
);
/** A withdrawal or cancellation without a sign-in. */
export const sendNotice = anybodys<{ body: NoticeRequest; answer: NoticeAnswer }>('POST', '/api/notices');

/** Refuses the tokens of a session from now on. */
export const endSession = shared<object>('DELETE', '/api/session');
/** One's own account, with what was accepted. */
export const getAccount = shared<{ answer: AccountAnswer }>('GET', '/api/account');
/** Closes it; it can be kept until its end is final. Needs a sign-in of a few minutes ago. */
export const closeAccount = own<{ answer: AccountAnswer }>('DELETE', '/api/account');
/** Keeps it after all. */
export const keepAccount = own<{ answer: AccountAnswer }>('POST', '/api/account/keep');
/** Everything that is stored of it, as a file. */
export const getArchive = own<{ query: { locale: Locale }; answer: unknown }>('GET', '/api/account/archive');
/** Puts one's own name and country right. */
export const correctAccount = own<{ body: CorrectionRequest; answer: AccountAnswer }>(
  'POST',
  '/api/account/correction',
);
/** Has one's own data kept and not used, or takes that back. */
export const restrictAccount = own<{ body: DecisionRequest; answer: AccountAnswer }>(
  'POST',
  '/api/account/restriction',
);
/** Objects to what is kept for security alone, or takes that back. */
export const objectToTraces = own<{ body: DecisionRequest; answer: AccountAnswer }>('POST', '/api/account/objection');
/** Objects to a measure against one's own account. */
export const objectToMeasure = own<ById & { body: MeasureObjectionRequest; answer: AccountAnswer }>(
  'POST',
  '/api/account/measures/:id/objection',
);
/** Mails the link once more that confirms an address of one's account. */
export const confirmAddressAgain = own<{ body: AddressConfirmationRequest }>(
  'POST',
  '/api/account/address-confirmations',
);
/** What an account has used of its quotas, and for what, in the last 31 days. */
export const getUsage = shared<{ query?: UsageQuery; answer: UsageAnswer }>('GET', '/api/usage');
/** Every request that is kept of it, as a table. */
export const getUsageTable = shared<{ query: UsagePeriod; answer: string }>('GET', '/api/usage/export');

/** Records the confirmations and starts a download. Safe to repeat with the same key. */
export const startDownload = own<{ body: DownloadRequest; idempotencyKey: string; answer: Download }>(
  'POST',
  '/api/downloads',
);
/** The downloads of the signed-in user, newest first. */
export const getDownloads = own<{ answer: DownloadsAnswer }>('GET', '/api/downloads');
/** Makes a new link to the same version of a download. */
export const renewLink = own<ById & { answer: Download }>('POST', '/api/downloads/:id/link');
/** Reports that the whole file of a download has arrived. Safe to repeat. */
export const reportArrival = own<ById>('POST', '/api/downloads/:id/arrival');

/** To whom invoices are made out. */
export const getCustomer = own<{ answer: CustomerAnswer }>('GET', '/api/customer');
export const saveCustomer = own<{ body: CustomerRequest; idempotencyKey: string; answer: CustomerAnswer }>(
  'PUT',
  '/api/customer',
);
export const placeOrder = own<{ body: OrderRequest; idempotencyKey: string; answer: OrderAnswer }>(
  'POST',
  '/api/orders',
);
/** What became of an order, also for the page after the card form. */
export const getOrder = own<ById & { answer: OrderAnswer }>('GET', '/api/orders/:id');
export const getSubscription = own<{ answer: SubscriptionAnswer }>('GET', '/api/subscription');
/** Cancels, resumes or changes what one has bought. Safe to repeat with the same key. */
export const changeSubscription = own<{
  body: SubscriptionRequest;
  idempotencyKey: string;
  answer: SubscriptionChange;
}>('POST', '/api/subscription');
export const getInvoices = own<{ answer: InvoicesAnswer }>('GET', '/api/invoices');
/** The document of an invoice or credit note. */
export const getInvoicePdf = own<ById & { answer: unknown }>('GET', '/api/invoices/:id/pdf');

/** The address of an endpoint, with its parameters filled in. */
export function addressOf<What extends Told>(
  { path }: Pick<Endpoint<What>, 'path' | 'what'>,
  params?: What['params'],
): string {
  const values = params as Readonly<Record<string, string>> | undefined;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values![name]!));
}
