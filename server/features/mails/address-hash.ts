import { createHash } from 'node:crypto';

/** SHA-256 of an address in any spelling that reaches the same mailbox in practice, in lower-case hexadecimal. */
export const hashAddress = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex');
