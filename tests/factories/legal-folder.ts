import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { legalFolder } from '../../scripts/legal/drafts.ts';
import { publishVersion, readVersions } from '../../scripts/legal/publish.ts';
import type { PublishedDocument } from '../../shared/business/documents.ts';

/** A copy of the legal texts, published and drafted, into which a test may publish. */
export interface LegalFolder {
  folder: string;
  /** Publishes the draft of a document, as the operator's command does. */
  publish(document: PublishedDocument, version: string): void;
  versions(): Record<PublishedDocument, string[]>;
  remove(): void;
}

export function createLegalFolder(): LegalFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'legal-'));
  cpSync(legalFolder, folder, { recursive: true });
  return {
    folder,
    publish: (document, version) => publishVersion({ document, version, now: new Date(), folder }),
    versions: () => readVersions(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
