/**
 * What an address is for. Limits, caching, headers and the form of errors follow from it:
 * - `api`: calls of programs, about this moment and often about one person
 * - `transfer`: the files of downloads, which can be large
 * - `feed`: what update programs and feed readers ask for
 * - `hashed-file`: a file whose address holds a hash of its content, so that it never changes
 * - `file`: another file that programs fetch
 * - `page`: everything else, for people and what their browsers fetch with a page
 */
export type AddressKind = 'api' | 'transfer' | 'feed' | 'hashed-file' | 'file' | 'page';

/** By the first segment of the path. Anything not listed here is a page. */
const kinds: Readonly<Record<string, AddressKind>> = {
  api: 'api',
  downloads: 'transfer',
  updates: 'feed',
  assets: 'hashed-file',
  messages: 'hashed-file',
  documents: 'hashed-file',
  fonts: 'hashed-file',
  'legal-texts': 'file',
};

/** For a decoded path without a query, or a route's pattern. */
export function kindOf(path: string): AddressKind {
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end === -1 ? undefined : end);
  return Object.hasOwn(kinds, first) ? kinds[first]! : 'page';
}
