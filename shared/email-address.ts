/**
 * The browsers' own rule for e-mail addresses (HTML standard, section 4.10.5.1.5), but with at least one dot in the
 * domain, and with letters of all languages in it, which people type as they read them (RFC 5890). Every form, endpoint
 * and setting uses it, so that none refuses an address that another has accepted.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u;
