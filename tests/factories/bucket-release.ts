import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from '../../server/config/config.ts';
import { formatPublicKey, releaseKeysOf } from '../../server/delivery/releases/minisign.ts';
import { openShelf } from '../../server/operator/releases/open-shelf.ts';
import { publishRelease } from '../../server/operator/releases/publish-release.ts';
import type { ObjectStore } from './object-store.ts';

/** Publishes the file at `sourcePath` in the bucket. Returns the settings of a server that offers it. */
export async function publishInBucket(store: ObjectStore, sourcePath: string): Promise<Record<string, string>> {
  const keys = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
  await publishRelease(openShelf(readConfig(store.settings), keys), keys, {
    platform: 'windows',
    version: '1.0.0',
    sourcePath,
    ending: '.exe',
    minimumSystem: '10',
    notes: { en: 'News', de: 'Neues', sv: 'Nytt', it: 'Novità', fr: 'Nouveautés' },
    publishedAt: new Date('2026-01-05T08:00:00Z'),
    mayLink: false,
  });
  return { ...store.settings, RELEASES_PUBLIC_KEY: formatPublicKey(keys.manifests) };
}
