/**
 * The browsers' own rule for e-mail addresses (HTML standard, section 4.10.5.1.5), but with at least one dot in the
 * domain, and with letters of all languages in it, which people type as they read them (RFC 5890). Every form, endpoint
 * and setting uses it, so that none refuses an address that another has accepted.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u;

/**
 * An address with its domain in plain letters: mail servers read full-width and mathematical letters as the plain ones (UTS 46), so
 * that what differs in them alone is one mailbox.
 */
export function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + address.slice(at).normalize('NFKC');
}
