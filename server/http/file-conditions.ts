import type { IncomingHttpHeaders } from 'node:http';
import { type ByteRange, parseRange } from './byte-range.ts';
import { Problem } from './problem.ts';

interface FileRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

interface FileVersion {
  /** Strong, with its quotes. */
  etag: string;
  /** Another server's name for the same bytes, equivalent to the first. */
  otherEtag?: string | null;
  sizeBytes: number;
}

/** `not-modified`: the client has the file. Otherwise the bytes to send, and whether they are only part of it. */
type Decision = 'not-modified' | (ByteRange & { isPartial: boolean });

/**
 * Decides the answer to a request for a file, in the order of RFC 9110, section 13.2.2. Throws `precondition-failed`
 * and `range-not-satisfiable`. Files carry no modification date, so conditions by date are ignored (section 13.1.3) and
 * an `If-Range` with a date never matches (section 13.1.5).
 */
export function decideFileAnswer({ method, headers }: FileRequest, file: FileVersion): Decision {
  const { sizeBytes } = file;
  const etags = [file.etag, ...(file.otherEtag ? [file.otherEtag] : [])];
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && !namesEtag(ifMatch, etags)) throw new Problem('precondition-failed');
  const ifNoneMatch = headers['if-none-match'];
  // Compared weakly (section 13.1.2): here, and only here, a prefix W/ does not matter.
  if (ifNoneMatch !== undefined && namesEtag(ifNoneMatch.replace(/\bW\//g, ''), etags)) return 'not-modified';

  const whole = { first: 0, last: sizeBytes - 1, isPartial: false };
  const ifRange = headers['if-range'];
  // Only GET supports ranges (section 14.2).
  if (method !== 'GET' || (ifRange !== undefined && !etags.includes(String(ifRange)))) return whole;
  const range = parseRange(headers.range, sizeBytes);
  if (range === 'unsatisfiable')
    throw new Problem('range-not-satisfiable', {
      headers: { 'content-range': `bytes */${sizeBytes}`, 'accept-ranges': 'bytes' },
    });
  return range ? { ...range, isPartial: true } : whole;
}

/** True for `*` and for a list of tags that contains one of these. */
function namesEtag(list: string, etags: readonly string[]): boolean {
  return list.trim() === '*' || list.split(',').some((tag) => etags.includes(tag.trim()));
}
