import type { Config } from '../../config/config.ts';
import type { ReleaseKeys } from '../../delivery/releases/minisign.ts';
import { openBucketShelf } from './bucket-shelf.ts';
import { openFolderShelf } from './folder-shelf.ts';
import type { ReleaseShelf } from './release-shelf.ts';

/** Where the settings say releases are. Without keys it is read-only. */
export function openShelf(config: Config, keys?: ReleaseKeys): ReleaseShelf {
  const { bucket, directory, publicKeys = [] } = config.releases;
  return bucket ? openBucketShelf(bucket, publicKeys, keys?.manifests) : openFolderShelf(directory);
}
