import path from 'node:path';
import type { SettingsReader } from './settings-reader.ts';

/** Where releases are kept. A configured folder must exist; the default one is created with the first release. */
export interface ReleasesConfig {
  directory: string;
  mustExist?: boolean;
  /** Public keys in minisign's format: only what they signed counts as a release. */
  publicKeys?: string[];
  /** How long one look at the folder is considered current; after that, the next question looks again. */
  lookAgainMs?: number;
  /** Used instead of the folder; the endpoint has no trailing slash. */
  bucket?: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
}

/** Nobody notices a quarter of a second, and a busy server looks four times a second instead of with each request. */
const lookAgainMs = 250;

export function readReleases(settings: SettingsReader, isPublic: boolean, dataDir: string): ReleasesConfig {
  const publicKeys = settings.list('RELEASES_PUBLIC_KEY');
  for (const key of publicKeys)
    if (!/^RW[A-Za-z0-9+/]{54}$/.test(key))
      settings.fault('RELEASES_PUBLIC_KEY', `"${key}" is not a public key of minisign, 56 characters from RW on.`);
  const directory = settings.find('RELEASES_DIR');
  const bucket = readBucket(settings, isPublic);
  if (bucket && directory)
    settings.fault('RELEASES_DIR', 'leave it out: releases are in the bucket of RELEASES_S3_BUCKET.');
  return {
    ...(bucket && { bucket }),
    ...(publicKeys.length && { publicKeys }),
    lookAgainMs,
    ...(directory
      ? { directory: path.resolve(directory), mustExist: true }
      : { directory: path.join(dataDir, 'releases') }),
  };
}

function readBucket(settings: SettingsReader, isPublic: boolean): ReleasesConfig['bucket'] {
  const endpoint = settings.findHttpUrl('RELEASES_S3_ENDPOINT');
  if (endpoint && isPublic && endpoint.protocol !== 'https:')
    settings.fault('RELEASES_S3_ENDPOINT', 'must start with https:// when the site has a public address.');
  const group = settings.findGroup([
    'RELEASES_S3_ENDPOINT',
    'RELEASES_S3_BUCKET',
    'RELEASES_S3_REGION',
    'RELEASES_S3_ACCESS_KEY_ID',
    'RELEASES_S3_SECRET_ACCESS_KEY',
  ]);
  if (!endpoint || !group) return undefined;
  return {
    endpoint: endpoint.href.replace(/\/+$/, ''),
    bucket: group.RELEASES_S3_BUCKET,
    region: group.RELEASES_S3_REGION,
    accessKeyId: group.RELEASES_S3_ACCESS_KEY_ID,
    secretAccessKey: group.RELEASES_S3_SECRET_ACCESS_KEY,
  };
}
