import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** An address in the one spelling in which we compare: as with sign-ins, case does not count, nor how its domain is written (RFC 5891). */
export function spellAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/\.$/, '');
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase();
}

/** Whether servers may mean the same mailbox: they tell it with or without what follows a plus sign (RFC 5233), or in quotes. */
export const isSameMailbox = (one: string, other: string): boolean => nameMailbox(one) === nameMailbox(other);

const nameMailbox = (address: string): string =>
  spellAddress(address.replace(/^"(.*)"(?=@[^@]*$)/, '$1')).replace(/(?<=.)\+[^@]*(?=@[^@]*$)/, '');

/** SHA-256 of an address together with the account that named it, or with none, in lower-case hexadecimal. */
export const hashAddress = (address: string, accountId: string | null): string =>
  createHash('sha256')
    .update(`${accountId ?? ''} ${spellAddress(address)}`)
    .digest('hex');
