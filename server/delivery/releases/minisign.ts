import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 key as minisign identifies it. */
export interface SigningKey {
  privateKey: KeyObject;
  /** 8 bytes that tell keys apart. */
  id: Buffer;
  /** 32 bytes. */
  publicKey: Buffer;
}

/** minisign's two algorithms: of a key, and of a signature over the BLAKE2b-512 hash of a file. */
const keyAlgorithm = Buffer.from('Ed');
const hashedAlgorithm = Buffer.from('ED');

const commentMark = 'untrusted comment: ';
const trustedMark = 'trusted comment: ';

/** The minisign key for `privateKey`; its id is derived from it, so it needs no storage of its own. */
function signingKeyOf(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey as never).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  return { privateKey, publicKey, id: createHash('sha256').update(publicKey).digest().subarray(0, 8) };
}

/** A separate key for each purpose, so that what one has signed, or leaks, is worthless to another. */
export interface ReleaseKeys {
  /** Signs files, as `minisign -V` checks them. */
  files: SigningKey;
  /** Seals manifests and the index of a bucket; RELEASES_PUBLIC_KEY names its public half. */
  manifests: SigningKey;
  /** Signs for Sparkle, which updates apps on macOS. */
  sparkle: SigningKey;
}

/** The keys derived from the stored one: two of them by HKDF (RFC 5869) from its seed. */
export function releaseKeysOf(privateKey: KeyObject): ReleaseKeys {
  return {
    files: signingKeyOf(privateKey),
    manifests: deriveKey(privateKey, 'manifests'),
    sparkle: deriveKey(privateKey, 'sparkle'),
  };
}

function deriveKey(privateKey: KeyObject, purpose: string): SigningKey {
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const seed = hkdfSync('sha512', Buffer.from(d, 'base64url'), '', `writing-ant release ${purpose}`, 32);
  const key = Buffer.concat([pkcs8Head, Buffer.from(seed)]);
  return signingKeyOf(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

/** The prefix of the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The content of a `.pub` file. */
export function formatPublicKeyFile(key: Pick<SigningKey, 'id' | 'publicKey'>): string {
  return `${commentMark}public key of Writing Ant releases\n${formatPublicKey(key)}\n`;
}

/** As `minisign -P` takes it, and as the second line of a `.pub` file. */
export function formatPublicKey({ id, publicKey }: Pick<SigningKey, 'id' | 'publicKey'>): string {
  return Buffer.concat([keyAlgorithm, id, publicKey]).toString('base64');
}

/** The content of a `.minisig` for a file with this BLAKE2b-512 hash. The trusted comment, one line, is signed too. */
export function signHash(key: SigningKey, blake2b512: Buffer, trustedComment: string): string {
  const signature = sign(null, blake2b512, key.privateKey);
  const commentSignature = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), key.privateKey);
  return [
    `${commentMark}signature of a Writing Ant release`,
    Buffer.concat([hashedAlgorithm, key.id, signature]).toString('base64'),
    trustedMark + trustedComment,
    commentSignature.toString('base64'),
    '',
  ].join('\n');
}

/**
 * True when `signature` was made with the key named by `publicKey`, over this BLAKE2b-512 hash and exactly this trusted
 * comment, which says what was signed. Never throws.
 */
export function verifyHash(publicKey: string, blake2b512: Buffer, signature: string, trustedComment: string): boolean {
  const key = Buffer.from(publicKey, 'base64');
  const [, signatureLine = '', trustedLine = '', commentSignature = ''] = signature.split('\n');
  const signed = Buffer.from(signatureLine, 'base64');
  if (key.length !== 42 || signed.length !== 74 || trustedLine !== trustedMark + trustedComment) return false;
  if (!key.subarray(0, 2).equals(keyAlgorithm) || !signed.subarray(0, 2).equals(hashedAlgorithm)) return false;
  if (!key.subarray(2, 10).equals(signed.subarray(2, 10))) return false;
  const x = key.subarray(10).toString('base64url');
  const verifier = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const comment = Buffer.concat([signed.subarray(10), Buffer.from(trustedComment)]);
  return (
    verify(null, blake2b512, verifier, signed.subarray(10)) &&
    verify(null, comment, verifier, Buffer.from(commentSignature, 'base64'))
  );
}
