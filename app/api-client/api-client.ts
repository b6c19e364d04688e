import type { AddressConfirmationRequest } from '../../shared/api/address-confirmation.ts';
import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { DownloadRequest } from '../../shared/api/downloads.ts';
import type { MeasureObjectionRequest } from '../../shared/api/measures.ts';
import type { CorrectionRequest, DecisionRequest } from '../../shared/api/privacy-requests.ts';
import type { Release } from '../../shared/api/releases.ts';
import type { StatisticsRequest } from '../../shared/api/statistics.ts';
import * as endpoints from '../../shared/endpoints.ts';
import type { Locale } from '../../shared/locales.ts';
import type { ProblemBody, ProblemCode } from '../../shared/problems.ts';

/** An error that the API answered with. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: ProblemCode;
  /** Invalid fields as JSON pointers into the request, where the problem is about fields. */
  readonly errors: NonNullable<ProblemBody['errors']>;
  /** What support finds the request by. */
  readonly requestId: string | undefined;

  constructor(body: ProblemBody) {
    super(body.title);
    this.code = body.code;
    this.requestId = body.requestId;
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

interface Call<What extends endpoints.Told> {
  baseUrl: string;
  given?: Given<What> | undefined;
  token?: string;
  /** Completed even if the page is left, and without cookies: it names nobody. */
  isAnonymous?: boolean;
  /** Gives up; without it the answer, such as a large file, may take as long as it takes. */
  signal?: AbortSignal;
}

/** What an endpoint is given: all that it tells of itself but the answer. */
type Given<What extends endpoints.Told> = Omit<What, 'answer'>;

/** Nothing has to be written where nothing has to be given. */
export type Rest<What extends endpoints.Told> =
  object extends Given<What> ? [given?: Given<What>] : [given: Given<What>];

/** Sends a request. Throws `ConnectionFault` when nothing comes back. */
async function request<What extends endpoints.Told>(
  endpoint: endpoints.Endpoint<What>,
  { baseUrl, given, token, isAnonymous, signal }: Call<What>,
): Promise<Response> {
  const { params, query, body, idempotencyKey } = (given ?? {}) as endpoints.Told;
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  try {
    return await fetch(baseUrl + endpoints.addressOf(endpoint, params) + search, {
      method: endpoint.method,
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
export const call = async <What extends endpoints.Told>(
  endpoint: endpoints.Endpoint<What>,
  options: Omit<Call<What>, 'signal'>,
): Promise<endpoints.AnswerOf<What>> =>
  readAnswer(await request(endpoint, { ...options, signal: AbortSignal.timeout(patienceMs) }));

/** Fetches a file. Throws as `call` does. */
export async function fetchFile<What extends endpoints.Told>(
  endpoint: endpoints.Endpoint<What>,
  options: Call<What>,
): Promise<Blob> {
  const response = await request(endpoint, options);
  if (!response.ok) return readAnswer<never>(response);
  return response.blob().catch((cause: unknown) => {
    throw new ConnectionFault('The file did not arrive whole.', { cause });
  });
}

/**
 * The site's typed API calls; `baseUrl` is empty for the page's own origin. `getToken` returns the session's token for
 * the calls about one's own account, which throw what it throws.
 */
export function createApiClient(baseUrl: string, getToken: () => Promise<string>) {
  const own = async <What extends endpoints.Told>(endpoint: endpoints.Endpoint<What>, ...[given]: Rest<What>) =>
    call(endpoint, { baseUrl, given, token: await getToken() });
  return {
    ...createPublicApiClient(baseUrl),
    getAccount: () => own(endpoints.getAccount),
    closeAccount: () => own(endpoints.closeAccount),
    keepAccount: () => own(endpoints.keepAccount),
    getUsage: () => own(endpoints.getUsage),
    getUsageTable: async (from: Date) =>
      fetchFile(endpoints.getUsageTable, {
        baseUrl,
        given: { query: { from: from.toISOString() } },
        token: await getToken(),
      }),
    getArchive: async (locale: Locale) =>
      fetchFile(endpoints.getArchive, { baseUrl, given: { query: { locale } }, token: await getToken() }),
    correctAccount: (body: CorrectionRequest) => own(endpoints.correctAccount, { body }),
    confirmAddressAgain: (body: AddressConfirmationRequest) => own(endpoints.confirmAddressAgain, { body }),
    restrictAccount: (body: DecisionRequest) => own(endpoints.restrictAccount, { body }),
    objectToMeasure: (id: string, body: MeasureObjectionRequest) =>
      own(endpoints.objectToMeasure, { params: { id }, body }),
    objectToTraces: (body: DecisionRequest) => own(endpoints.objectToTraces, { body }),
    startDownload: (body: DownloadRequest, idempotencyKey: string) =>
      own(endpoints.startDownload, { body, idempotencyKey }),
    getDownloads: () => own(endpoints.getDownloads),
    renewLink: (id: string) => own(endpoints.renewLink, { params: { id } }),
    reportArrival: (id: string) => own(endpoints.reportArrival, { params: { id } }),
  };
}

/** The calls that name nobody. */
export function createPublicApiClient(baseUrl: string) {
  return {
    getReleases: () => call(endpoints.getReleases, { baseUrl }),
    getDocuments: () => call(endpoints.getDocuments, { baseUrl }),
    getReleaseVersion: (platform: Release['platform'], version: string) =>
      call(endpoints.getReleaseVersion, { baseUrl, given: { params: { platform, version } } }),
    recordConsent: (body: ConsentRequest) =>
      call(endpoints.recordConsent, { baseUrl, given: { body }, isAnonymous: true }),
    countVisit: (body: StatisticsRequest) =>
      call(endpoints.countVisit, { baseUrl, given: { body }, isAnonymous: true }),
  };
}
