export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** In our order of preference, smallest first. */
const encodings: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding that an `Accept-Encoding` header likes best (RFC 9110, section 12.5.3), the smaller one on a draw.
 * A client that refuses everything we have still gets the plain text: the standard allows it and an error helps nobody.
 */
export function chooseEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (!acceptEncoding?.trim()) return 'identity';
  const weights = new Map<string, number>();
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const others = weights.get('*');
  const candidates = encodings.map((encoding) => {
    // Plain text is acceptable without being asked for, but anything asked for comes first.
    const unasked = encoding === 'identity' && others !== 0 ? Number.MIN_VALUE : (others ?? 0);
    return { encoding, weight: weights.get(encoding) ?? unasked };
  });
  const best = candidates.reduce((first, second) => (second.weight > first.weight ? second : first));
  return best.weight > 0 ? best.encoding : 'identity';
}

/** `q=` of an entry, from 0 to 1; what cannot be read counts as a refusal. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  if (weight === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

/** True when `If-None-Match` names `etag` (RFC 9110, section 13.1.2: compared weakly, `*` matches all). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([each]) => each === etag);
}
