import type { Download } from '../../../shared/api/downloads.ts';

/**
 * The one of `downloads`, newest first, that is worth continuing. One that is older than a complete one for the same
 * platform is not: somebody started again and has the file.
 */
export function findUnfinished(downloads: readonly Download[]): Download | undefined {
  return downloads.find(
    ({ isComplete, platform }, index) =>
      !isComplete && !downloads.slice(0, index).some((newer) => newer.isComplete && newer.platform === platform),
  );
}
