import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { legalFolder } from '../../server/operator/legal/drafts.ts';
import { foundArchive } from '../../server/operator/legal/found.ts';
import type { LegalText } from '../../server/operator/legal/legal-pdf.ts';
import { publishVersion, readVersions, writeVersions } from '../../server/operator/legal/publish.ts';
import { type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';

/** The drafts of this repository with an archive of their own, into which a test may publish. */
export interface LegalFolder {
  folder: string;
  /** Publishes the draft of a document, as the operator's command does. */
  publish(document: PublishedDocument, version: string): void;
  versions(): Record<PublishedDocument, string[]>;
  remove(): void;
}

/** Every document is in force in this version. */
export const firstVersion = '2025-08-01';

/** In place of pages, which take half a minute for all texts: bytes that say what they stand for. */
export const draw = ({ document, version, locale }: LegalText): Buffer =>
  Buffer.from(`%PDF-1.7 ${document} ${version} ${locale}`);

export function createLegalFolder(): LegalFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'legal-'));
  for (const document of publishedDocuments)
    cpSync(path.join(legalFolder, document, 'draft'), path.join(folder, document, 'draft'), { recursive: true });
  writeVersions(Object.fromEntries(publishedDocuments.map((document) => [document, []])) as never, folder);
  writeFileSync(
    path.join(folder, 'founded.json'),
    JSON.stringify({ company: 'Muster', at: new Date(firstVersion).toISOString() }),
  );
  foundArchive({ now: new Date(firstVersion), folder, draw });
  return {
    folder,
    publish: (document, version) => publishVersion({ document, version, now: new Date(version), folder, draw }),
    versions: () => readVersions(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
