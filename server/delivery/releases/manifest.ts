import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { releaseNotes } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { readSemanticVersion } from '../../../shared/semantic-version.ts';
import { formatPublicKey, type SigningKey, signHash, verifyHash } from './minisign.ts';
import { appComponent, type StoredFile, type StoredRelease } from './release.ts';
import { whole } from './rollout.ts';

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

/** A file that is stored under its hash. */
const sharedMembers = {
  size: wholeNumber,
  sha256,
  /** The entity tag that a bucket assigned to it. */
  storeEtag: z.optional(z.string()),
};

/** Sizes in bytes; `parts.sha256` are the hashes of consecutive parts of `parts.size` bytes. */
const fileMembers = {
  ...sharedMembers,
  file: fileName,
  /** Hash of the whole file in base64, as electron-updater compares it. */
  sha512: z.optional(z.string()),
  parts: z.strictObject({ size: wholeNumber, sha256: z.array(sha256) }),
  /** Content of the file's `.minisig`. */
  signature: z.optional(z.string()),
  /** Ed25519 signature of the plain file in base64, as Sparkle checks it. */
  sparkleSignature: z.optional(z.string()),
  blockMap: z.optional(z.strictObject(sharedMembers)),
};

const areAllParts = ({ size, parts }: { size: number; parts: { size: number; sha256: string[] } }) =>
  parts.sha256.length === Math.ceil(size / parts.size);
const allParts = { path: ['parts', 'sha256'], error: 'must hold one hash for each part' };

const componentName = /^[a-z][a-z0-9-]{0,39}$/;
export const isComponentName = (text: string): boolean => componentName.test(text);

const component = z
  .strictObject({ name: z.string().check(z.regex(componentName)), ...fileMembers })
  .check(z.refine(areAllParts, allParts));

const components = z.array(component).check(
  z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: 'must have different names' }),
  z.refine((all) => all.some(({ name }) => name === appComponent), { error: `must have one named ${appComponent}` }),
);

const manifestMembers = {
  ...fileMembers,
  version: z.string().check(z.refine(isReleaseVersion, { error: 'must be a version by SemVer' })),
  platform: z.enum(Object.keys(platforms) as [Platform]),
  /** The key that signed the files, as `minisign -P` takes it. */
  publicKey: z.optional(z.string()),
  minimumSystem: z.optional(z.string().check(z.regex(/^\d+(\.\d+)*$/))),
  notes: z.optional(releaseNotes),
  components: z.optional(components),
  publishedAt: z.iso.datetime(),
  withdrawnAt: z.optional(z.iso.datetime()),
  pausedAt: z.optional(z.iso.datetime()),
  /** Absent when it is offered to all. */
  stagingPercentage: z.optional(z.int().check(z.gte(0), z.lt(whole))),
  /** Where the file is in a bucket, under a name that no other content ever has. */
  storeKey: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._/-]+$/))),
};

/**
 * `manifest.json` beside the file it names, the whole installer. `publishedAt` may be in the future. `seal` signs everything else,
 * exactly as it is in the file. Members that older manifests do not have are optional.
 */
const manifestSchema = z
  .strictObject({
    ...manifestMembers,
    seal: z.optional(z.strictObject({ publicKey: z.string(), signature: z.string() })),
  })
  .check(z.refine(areAllParts, allParts));

export type SealedManifest = z.infer<typeof manifestSchema>;
export type Manifest = Omit<SealedManifest, 'seal'>;

export type ManifestComponent = z.infer<typeof component>;

/** A file as a manifest describes it: its own, or that of a component. */
export type FileFacts = Omit<ManifestComponent, 'name'>;

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
  const { platform, version, publishedAt, withdrawnAt, pausedAt } = manifest;
  return {
    platform,
    version,
    ...toStoredFile(manifest),
    components: (manifest.components ?? []).map((each) => ({ name: each.name, ...toStoredFile(each) })),
    publicKey: manifest.publicKey ?? null,
    minimumSystem: manifest.minimumSystem ?? null,
    notes: manifest.notes ?? null,
    publishedAt: new Date(publishedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
    pausedAt: pausedAt ? new Date(pausedAt) : null,
    stagingPercentage: manifest.stagingPercentage ?? null,
  };
}

function toStoredFile({
  file,
  size,
  sha256,
  parts,
  sha512,
  signature,
  sparkleSignature,
  blockMap,
}: FileFacts): StoredFile {
  return {
    fileName: file,
    sizeBytes: size,
    sha256,
    sha512: sha512 ?? null,
    parts: { sizeBytes: parts.size, sha256: parts.sha256 },
    signature: signature ?? null,
    sparkleSignature: sparkleSignature ?? null,
    blockMap: blockMap ? { sizeBytes: blockMap.size, sha256: blockMap.sha256 } : null,
  };
}
