import type { AccountAnswer } from '../../shared/api/account.ts';
import type { AddressConfirmationRequest } from '../../shared/api/address-confirmation.ts';
import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { DocumentsAnswer } from '../../shared/api/documents.ts';
import type { Download, DownloadRequest, DownloadsAnswer } from '../../shared/api/downloads.ts';
import type { MeasureObjectionRequest } from '../../shared/api/measures.ts';
import type { CorrectionRequest, DecisionRequest } from '../../shared/api/privacy-requests.ts';
import type { Release, ReleasesAnswer, ReleaseVersionAnswer } from '../../shared/api/releases.ts';
import type { StatisticsRequest } from '../../shared/api/statistics.ts';
import type { UsageAnswer } from '../../shared/api/usage.ts';
import {
  apiPaths,
  downloadArrivalPath,
  downloadLinkPath,
  measureObjectionPath,
  releaseVersionPath,
} from '../../shared/api-paths.ts';
import type { Locale } from '../../shared/locales.ts';
import type { ProblemBody, ProblemCode } from '../../shared/problems.ts';

/** An error that the API answered with. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: ProblemCode;
  /** Invalid fields as JSON pointers into the request, where the problem is about fields. */
  readonly errors: NonNullable<ProblemBody['errors']>;

  constructor(body: ProblemBody) {
    super(body.title);
    this.code = body.code;
    this.errors = body.errors ?? [];
  }
}

/** No usable answer came: the connection or something between here and the API failed. */
export class ConnectionFault extends Error {
  override name = 'ConnectionFault';
}

/**
 * How long an answer is waited for, in milliseconds: longer than the server waits for the card provider (20 s). What writes
 * carries an idempotency key or says the same again, so a late answer is no reason not to ask once more.
 */
const patienceMs = 30_000;

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Completed even if the page is left, and without cookies: it names nobody. */
  isAnonymous?: boolean;
  /** Gives up; without it the answer, such as a large file, may take as long as it takes. */
  signal?: AbortSignal;
}

/** Sends a request. Throws `ConnectionFault` when nothing comes back. */
async function request(
  url: string,
  { method = 'GET', token, body, idempotencyKey, isAnonymous, signal }: Call = {},
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(isAnonymous && { keepalive: true, credentials: 'omit' }),
    });
  } catch (cause) {
    throw new ConnectionFault('The API cannot be reached.', { cause });
  }
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  // 204 says that it is done, with nothing to read.
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  if (answer !== null && typeof answer === 'object' && 'code' in answer) throw new ApiProblem(answer as ProblemBody);
  throw new ConnectionFault(`The API answered ${response.status} without saying why.`);
}

/** Calls the API. Throws `ApiProblem` for its errors and `ConnectionFault` when there is no answer of its own. */
export const call = async <Answer>(url: string, options?: Omit<Call, 'signal'>): Promise<Answer> =>
  readAnswer<Answer>(await request(url, { ...options, signal: AbortSignal.timeout(patienceMs) }));

/**
 * The site's typed API calls; `baseUrl` is empty for the page's own origin. `getToken` returns the session's token for
 * the calls about one's own account, which throw what it throws.
 */
export function createApiClient(baseUrl: string, getToken: () => Promise<string>) {
  return {
    ...createPublicApiClient(baseUrl),
    /** One's own account, with what was accepted. */
    getAccount: async () => call<AccountAnswer>(baseUrl + apiPaths.account, { token: await getToken() }),
    /** Closes it; it can be kept until its end is final. Needs a sign-in of a few minutes ago. */
    closeAccount: async () =>
      call<AccountAnswer>(baseUrl + apiPaths.account, { method: 'DELETE', token: await getToken() }),
    /** Keeps it after all. */
    keepAccount: async () =>
      call<AccountAnswer>(baseUrl + apiPaths.accountKept, { method: 'POST', token: await getToken() }),
    /** What it has used of its quotas, and for what, in the last 31 days. */
    getUsage: async () => call<UsageAnswer>(baseUrl + apiPaths.usage, { token: await getToken() }),
    /** Every request that is kept of it, as a table. */
    getUsageTable: async (from: Date) => {
      const response = await request(`${baseUrl}${apiPaths.usageExport}?from=${from.toISOString()}`, {
        token: await getToken(),
      });
      if (!response.ok) return readAnswer<never>(response);
      return response.blob().catch((cause: unknown) => {
        throw new ConnectionFault('The file did not arrive whole.', { cause });
      });
    },
    /** Everything that is stored of it, as a file. */
    getArchive: async (locale: Locale) => {
      const response = await request(`${baseUrl}${apiPaths.accountArchive}?locale=${locale}`, {
        token: await getToken(),
      });
      if (!response.ok) return readAnswer<never>(response);
      return response.blob().catch((cause: unknown) => {
        throw new ConnectionFault('The file did not arrive whole.', { cause });
      });
    },
    /** Puts one's own name and country right. */
    correctAccount: async (body: CorrectionRequest) =>
      call<AccountAnswer>(baseUrl + apiPaths.accountCorrection, { method: 'POST', token: await getToken(), body }),
    /** Mails the link once more that confirms an address of one's account. */
    confirmAddressAgain: async (body: AddressConfirmationRequest) =>
      call<void>(baseUrl + apiPaths.addressConfirmations, { method: 'POST', token: await getToken(), body }),
    /** Has one's own data kept and not used, or takes that back. */
    restrictAccount: async (body: DecisionRequest) =>
      call<AccountAnswer>(baseUrl + apiPaths.accountRestriction, { method: 'POST', token: await getToken(), body }),
    /** Objects to a measure against one's own account. */
    objectToMeasure: async (id: string, body: MeasureObjectionRequest) =>
      call<AccountAnswer>(baseUrl + measureObjectionPath(id), { method: 'POST', token: await getToken(), body }),
    /** Objects to what is kept for security alone, or takes that back. */
    objectToTraces: async (body: DecisionRequest) =>
      call<AccountAnswer>(baseUrl + apiPaths.accountObjection, { method: 'POST', token: await getToken(), body }),
    /** Records the confirmations and starts a download. Safe to repeat with the same key. */
    startDownload: async (request: DownloadRequest, idempotencyKey: string) =>
      call<Download>(baseUrl + apiPaths.downloads, {
        method: 'POST',
        token: await getToken(),
        body: request,
        idempotencyKey,
      }),
    /** The downloads of the signed-in user, newest first. */
    getDownloads: async () => call<DownloadsAnswer>(baseUrl + apiPaths.downloads, { token: await getToken() }),
    /** Requests a new link to the same version of a download. */
    renewLink: async (downloadId: string) =>
      call<Download>(baseUrl + downloadLinkPath(downloadId), { method: 'POST', token: await getToken() }),
    /** Reports that the whole file of a download has arrived. Safe to repeat. */
    reportArrival: async (downloadId: string) =>
      call<unknown>(baseUrl + downloadArrivalPath(downloadId), { method: 'POST', token: await getToken() }),
  };
}

/** The calls that name nobody. */
export function createPublicApiClient(baseUrl: string) {
  const tell = (path: string, body: unknown) =>
    call<unknown>(baseUrl + path, { method: 'POST', body, isAnonymous: true });
  return {
    /** What can be downloaded, by platform. */
    getReleases: () => call<ReleasesAnswer>(baseUrl + apiPaths.releases),
    /** The documents that an acceptance must name today, by the server's clock. */
    getDocuments: () => call<DocumentsAnswer>(baseUrl + apiPaths.documents),
    /** One version with the hashes of its parts. */
    getReleaseVersion: (platform: Release['platform'], version: string) =>
      call<ReleaseVersionAnswer>(baseUrl + releaseVersionPath(platform, version)),
    /** Records a choice about statistics. Safe to repeat. */
    recordConsent: (record: ConsentRequest) => tell(apiPaths.consents, record),
    /** Counts a page view. */
    countVisit: (request: StatisticsRequest) => tell(apiPaths.statistics, request),
  };
}
