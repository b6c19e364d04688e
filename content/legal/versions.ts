import type { PublishedDocument } from '../../shared/business/documents.ts';
import versions from './versions.json' with { type: 'json' };

/**
 * The effective dates of each document, oldest first; a version is named by its date (`YYYY-MM-DD`, from 00:00 UTC) and
 * its text is `<document>/<date>/<locale>.md` beside this file. Only `npm run operator -- legal publish` adds to it.
 */
export const legalVersions: Record<PublishedDocument, readonly string[]> = versions;
