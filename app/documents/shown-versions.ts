import type { PublishedDocument } from '../../shared/business/documents.ts';

/**
 * The version of each legal document that this page shows, which is the one that is recorded: what the page was served
 * with, until the server tells or sends another. The browser's clock has no say in it (docs/decisions/0063).
 */
export interface ShownVersions {
  of(document: PublishedDocument): string;
  /** Takes over what the server has told, or what came from it. */
  adopt(told: readonly { document: PublishedDocument; version: string }[]): void;
  /** True when the page was served with others: what else it holds may be older, too. */
  areNewer(): boolean;
}

/** Begins with the versions that the page was `served` with. */
export function createShownVersions(served: Readonly<Record<PublishedDocument, string>>): ShownVersions {
  const shown = { ...served };
  return {
    of: (document) => shown[document],
    adopt(told) {
      for (const { document, version } of told) shown[document] = version;
    },
    areNewer: () =>
      Object.entries(shown).some(([document, version]) => served[document as PublishedDocument] !== version),
  };
}
