import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { legalFolder } from '../../scripts/legal/drafts.ts';

/** A copy of the legal texts, published and drafted, that a test may publish into. */
export function createLegalFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'legal-'));
  cpSync(legalFolder, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
