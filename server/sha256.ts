import { type BinaryLike, createHash } from 'node:crypto';

/** In hexadecimal digits. */
export const sha256Hex = (content: BinaryLike): string => createHash('sha256').update(content).digest('hex');
