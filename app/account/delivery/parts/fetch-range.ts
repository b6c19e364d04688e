import type { ProblemBody } from '../../../../shared/problems.ts';
import { DownloadFault, faultOfProblem } from './download-fault.ts';

/** Bytes `first` to `last`, both included (RFC 9110, section 14). */
export interface RangeRequest {
  first: number;
  last: number;
}

/**
 * Requests the given bytes of the file behind a signed link. Throws `DownloadFault`; an abort is rethrown unchanged.
 * The request has no header but the range: it needs no preflight where the API has an origin of its own, and each
 * part's hash shows whether it is the right file.
 */
export async function fetchRange(
  url: string,
  { first, last }: RangeRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { range: `bytes=${first}-${last}` }, cache: 'no-store', signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new DownloadFault('interrupted', { cause });
  }
  // Across origins `Content-Range` may be hidden from scripts; the status shows that the range was honoured.
  const range = response.headers.get('content-range');
  if (response.status === 206 && response.body && (range === null || range.startsWith(`bytes ${first}-${last}/`)))
    return response.body;
  throw await faultOf(response);
}

async function faultOf(response: Response): Promise<DownloadFault> {
  const fault = faultOfProblem(await readProblemCode(response));
  if (fault) return new DownloadFault(fault);
  if (isPassing(response.status))
    return new DownloadFault('interrupted', { retryAfterMs: retryAfterMs(response.headers.get('retry-after')) });
  return new DownloadFault('unusable');
}

/** Reads nothing but a problem: any other body may be the whole file, and is broken off. */
async function readProblemCode(response: Response): Promise<ProblemBody['code'] | undefined> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json'))
    return response.json().then(
      (body: Partial<ProblemBody> | null) => body?.code,
      () => undefined,
    );
  await response.body?.cancel().catch(() => {});
  return undefined;
}

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** `Retry-After` in seconds; its other form, a date, is not used by our server. */
function retryAfterMs(header: string | null): number {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : 0;
}
