import type { AccountAnswer } from '../../shared/api/account.ts';
import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { DocumentsAnswer } from '../../shared/api/documents.ts';
import type { Download, DownloadRequest, DownloadsAnswer } from '../../shared/api/downloads.ts';
import type { PersonalDataAnswer } from '../../shared/api/personal-data.ts';
import type { Release, ReleasesAnswer, ReleaseVersionAnswer } from '../../shared/api/releases.ts';
import type { StatisticsRequest } from '../../shared/api/statistics.ts';
import type { UsageAnswer } from '../../shared/api/usage.ts';
import { apiPaths, downloadLinkPath, releaseVersionPath } from '../../shared/api-paths.ts';
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

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Completed even if the page is left, and without cookies: it names nobody. */
  isAnonymous?: boolean;
}

/** Calls the API. Throws `ApiProblem` for its errors and `ConnectionFault` when there is no answer of its own. */
export async function call<Answer>(
  url: string,
  { method = 'GET', token, body, idempotencyKey, isAnonymous }: Call = {},
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(isAnonymous && { keepalive: true, credentials: 'omit' }),
    });
  } catch (cause) {
    throw new ConnectionFault('The API cannot be reached.', { cause });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  if (answer !== null && typeof answer === 'object' && 'code' in answer) throw new ApiProblem(answer as ProblemBody);
  throw new ConnectionFault(`The API answered ${response.status} without saying why.`);
}

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
    /** Everything that is stored of it. */
    exportAccount: async () => call<PersonalDataAnswer>(baseUrl + apiPaths.accountExport, { token: await getToken() }),
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
