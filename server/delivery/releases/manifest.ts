import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { releaseNotes } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { readSemanticVersion } from '../../../shared/semantic-version.ts';
import { formatPublicKey, type SigningKey, signHash, verifyHash } from './minisign.ts';
import type { StoredRelease } from './release.ts';

/** Which seals are trusted. */
export interface SealTrust {
  /** Public keys in minisign's format. Without any, every key is accepted, which detects damage but not forgery. */
  publicKeys: readonly string[];
  /** Whether a release without a seal is refused. */
  demandsSeal: boolean;
}

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Names that need no quoting in a header, in an address or on any file system (RFC 6266, section 4.3). */
const fileName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));

const wholeNumber = z.int().check(z.positive());

/** In characters: a version is part of a file's name. */
const longestVersion = 50;

/** Whether a release can have this version: by SemVer, without build metadata, which no updater compares. */
export const isReleaseVersion = (text: string): boolean =>
  text.length <= longestVersion && !text.includes('+') && readSemanticVersion(text) !== undefined;

const manifestMembers = {
  version: z.string().check(z.refine(isReleaseVersion, { error: 'must be a version by SemVer' })),
  platform: z.enum(Object.keys(platforms) as [Platform]),
  file: fileName,
  size: wholeNumber,
  sha256,
  /** Hash of the whole file in base64, as electron-updater compares it. */
  sha512: z.optional(z.string()),
  parts: z.strictObject({ size: wholeNumber, sha256: z.array(sha256) }),
  /** The key that signed the file, as `minisign -P` takes it. */
  publicKey: z.optional(z.string()),
  /** Content of the file's `.minisig`. */
  signature: z.optional(z.string()),
  /** Ed25519 signature of the plain file in base64, as Sparkle checks it. */
  sparkleSignature: z.optional(z.string()),
  minimumSystem: z.optional(z.string().check(z.regex(/^\d+(\.\d+)*$/))),
  notes: z.optional(releaseNotes),
  publishedAt: z.iso.datetime(),
  withdrawnAt: z.optional(z.iso.datetime()),
  /** Where the file is in a bucket, under a name that no other content ever has. */
  storeKey: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._/-]+$/))),
  /** The entity tag that the bucket assigned to it. */
  storeEtag: z.optional(z.string()),
};

/**
 * `manifest.json` beside the file it names. Sizes in bytes; `parts.sha256` are the hashes of consecutive parts of
 * `parts.size` bytes; `publishedAt` may be in the future. `seal` signs everything else, exactly as it is in the file.
 */
const manifestSchema = z
  .strictObject({
    ...manifestMembers,
    seal: z.optional(z.strictObject({ publicKey: z.string(), signature: z.string() })),
  })
  .check(
    z.refine(({ size, parts }) => parts.sha256.length === Math.ceil(size / parts.size), {
      path: ['parts', 'sha256'],
      error: 'must hold one hash for each part',
    }),
  );

export type SealedManifest = z.infer<typeof manifestSchema>;
export type Manifest = Omit<SealedManifest, 'seal'>;

/** Throws a sentence that says what is wrong with it. */
export function readManifest(text: string, trust: SealTrust): SealedManifest {
  const json = parseJson(text);
  if (json === undefined) throw new Error('manifest.json is not whole.');
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw new Error(`manifest.json is not valid. ${z.prettifyError(manifest.error)}`);
  requireSeal(json as SealedManifest, trust);
  return manifest.data;
}

/** The platform and version that a manifest names, also one that cannot be read otherwise. */
export function nameRelease(text: string): string {
  const { platform, version } = z.safeParse(namedSchema, parseJson(text)).data ?? {};
  return platform && version ? `${platform}-${version}` : 'unknown';
}

const namedSchema = z.object({ platform: z.string(), version: z.string() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a file's signature says about itself; a seal says something else, so that neither can pass for the other. */
export function fileComment({ file, version, platform }: Pick<Manifest, 'file' | 'version' | 'platform'>): string {
  return `file:${file} version:${version} platform:${platform}`;
}

const sealComment = ({ platform, version }: Manifest) => `release ${platform} ${version}`;

/** The text of the manifest with its seal. */
export function sealManifest(manifest: Manifest, key: SigningKey): string {
  const signature = signHash(key, sealedHash(manifest), sealComment(manifest));
  return `${JSON.stringify({ ...manifest, seal: { publicKey: formatPublicKey(key), signature } }, undefined, 1)}\n`;
}

function requireSeal({ seal, ...sealed }: SealedManifest, { publicKeys, demandsSeal }: SealTrust): void {
  if (!seal) {
    if (demandsSeal)
      throw new Error(
        'manifest.json is not signed; publish it with: node_modules/.bin/node server/operator/main.ts release publish',
      );
    return;
  }
  if (demandsSeal && !publicKeys.length)
    throw new Error('RELEASES_PUBLIC_KEY is needed to know whose signature counts; see docs/operations.md.');
  if (publicKeys.length && !publicKeys.includes(seal.publicKey))
    throw new Error(`manifest.json is signed with the key ${seal.publicKey}, which RELEASES_PUBLIC_KEY does not name.`);
  if (!verifyHash(seal.publicKey, sealedHash(sealed), seal.signature, sealComment(sealed)))
    throw new Error('manifest.json is not as it was signed.');
}

/** Members in a fixed order, so that there is only one way to write a manifest. */
function sealedHash(sealed: Manifest): Buffer {
  return createHash('blake2b512').update(JSON.stringify(sealed)).digest();
}

/** The release described by a manifest. */
export function toStoredRelease(manifest: SealedManifest): StoredRelease {
  const { platform, version, file, size, sha256, parts, publishedAt, withdrawnAt } = manifest;
  return {
    platform,
    version,
    fileName: file,
    sizeBytes: size,
    sha256,
    sha512: manifest.sha512 ?? null,
    parts: { sizeBytes: parts.size, sha256: parts.sha256 },
    signature: manifest.signature ?? null,
    sparkleSignature: manifest.sparkleSignature ?? null,
    publicKey: manifest.publicKey ?? null,
    minimumSystem: manifest.minimumSystem ?? null,
    notes: manifest.notes ?? null,
    publishedAt: new Date(publishedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
  };
}
