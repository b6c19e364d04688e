import { paths } from '../../../shared/paths.ts';

/**
 * The path to go to after signing in. `value` is untrusted: anything that is not an address of `origin` becomes /account.
 */
export function safeReturnAddress(value: unknown, origin: string): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return paths.account;
  try {
    const url = new URL(value, origin);
    // The parsed path may still begin with two slashes (`/.//evil.example`), which a browser reads as another host.
    if (url.origin !== origin || url.pathname.startsWith('//')) return paths.account;
    return url.pathname + url.search + url.hash;
  } catch {
    return paths.account;
  }
}
