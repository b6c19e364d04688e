import { createHash, type Hash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { SigningKey } from '../../delivery/releases/minisign.ts';

/**
 * The plain Ed25519 signature (RFC 8032, section 5.1.6) of a file that does not fit into memory, in base64: the format
 * that Sparkle checks. Node only signs data that is in memory as a whole; the algorithm itself reads the message twice.
 * Both readings must be of the bytes with this SHA-512 (base64): a message that changes in between yields two
 * signatures with one nonce, from which the key can be computed. Throws before the key is used on other bytes.
 */
export async function signPlainFile(
  key: SigningKey,
  read: () => AsyncIterable<Buffer>,
  sha512: string,
): Promise<string> {
  const { d = '' } = key.privateKey.export({ format: 'jwk' });
  const { prefix, scalar } = ed25519.utils.getExtendedPublicKey(Buffer.from(d, 'base64url'));
  const order = ed25519.Point.Fn.ORDER;
  const nonce = await hashToScalar(createHash('sha512').update(prefix), read, sha512, order);
  const commitment = ed25519.Point.BASE.multiply(nonce).toBytes();
  const challengeHash = createHash('sha512').update(commitment).update(key.publicKey);
  const challenge = await hashToScalar(challengeHash, read, sha512, order);
  const response = (nonce + challenge * scalar) % order;
  return Buffer.concat([commitment, littleEndian(response)]).toString('base64');
}

async function hashToScalar(
  hash: Hash,
  read: () => AsyncIterable<Buffer>,
  sha512: string,
  order: bigint,
): Promise<bigint> {
  const plain = createHash('sha512');
  for await (const chunk of read()) {
    hash.update(chunk);
    plain.update(chunk);
  }
  if (plain.digest('base64') !== sha512) throw new Error('The file has changed while it was being signed.');
  return BigInt(`0x${hash.digest().reverse().toString('hex')}`) % order;
}

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}
