import { readWishes } from '../../shared/quality-values.ts';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** In our order of preference, smallest first. */
const encodings: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

/** Earlier choices, by header: browsers send only a few different ones. */
const known = new Map<string, ContentEncoding>();
const maxKnown = 100;
const longestKnown = 100;

/**
 * The encoding that an `Accept-Encoding` header prefers (RFC 9110, section 12.5.3); on a draw, the smaller one. A
 * client that refuses everything we have still gets plain text: the standard allows it, and an error helps nobody.
 */
export function chooseEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (!acceptEncoding) return 'identity';
  const before = known.get(acceptEncoding);
  if (before) return before;
  const choice = weighEncodings(acceptEncoding);
  if (known.size < maxKnown && acceptEncoding.length <= longestKnown) known.set(acceptEncoding, choice);
  return choice;
}

function weighEncodings(acceptEncoding: string): ContentEncoding {
  const weights = new Map(
    readWishes(acceptEncoding).map(({ name, weight }) => [name === 'x-gzip' ? 'gzip' : name, weight]),
  );
  const others = weights.get('*');
  const candidates = encodings.map((encoding) => {
    // Plain text is acceptable without being requested, but anything requested comes first.
    const unasked = encoding === 'identity' && others !== 0 ? Number.MIN_VALUE : (others ?? 0);
    return { encoding, weight: weights.get(encoding) ?? unasked };
  });
  const best = candidates.reduce((first, second) => (second.weight > first.weight ? second : first));
  return best.weight > 0 ? best.encoding : 'identity';
}

/** True when `If-None-Match` names `etag` (RFC 9110, section 13.1.2: compared weakly, `*` matches all). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([each]) => each === etag);
}
