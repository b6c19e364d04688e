import * as z from 'zod/mini';
import { textLimits } from '../../shared/business/field-lengths.ts';
import { sha256Hex } from '../sha256.ts';
import { Problem } from './problem.ts';

const { min, max } = textLimits.idempotencyKey;

/** A key that a client makes for each thing that it asks for, and sends again when it repeats that. */
export const idempotencyKey = z.string().check(z.minLength(min), z.maxLength(max));

/** SHA-256 in hexadecimal digits, equal for requests that ask for the same thing, whatever the order of their members. */
export function hashRequest(content: unknown): string {
  const inOrder = (_name: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return sha256Hex(JSON.stringify(content, inOrder));
}

/** Throws `idempotency-key-reused` where a key came with something else before. */
export function requireSameRequest(earlierSha256: string, sha256: string): void {
  if (earlierSha256 !== sha256) throw new Problem('idempotency-key-reused');
}
