import type { Config } from '../../config/config.ts';
import { openBucketShelf } from './bucket-shelf.ts';
import { openFolderShelf } from './folder-shelf.ts';
import type { ReleaseShelf } from './release-shelf.ts';

/** Where the settings say that releases are. */
export function openShelf(config: Config): ReleaseShelf {
  const { bucket, directory } = config.releases;
  return bucket ? openBucketShelf(bucket) : openFolderShelf(directory);
}
