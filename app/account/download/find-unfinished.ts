import type { Download } from '../../../shared/api/downloads.ts';

/**
 * Of `downloads`, which are newest first, the one that is worth going on with. One that was begun before a complete
 * one for the same platform is not: somebody has started again and has the file.
 */
export function findUnfinished(downloads: readonly Download[]): Download | undefined {
  return downloads.find(
    ({ isComplete, platform }, index) =>
      !isComplete && !downloads.slice(0, index).some((newer) => newer.isComplete && newer.platform === platform),
  );
}
