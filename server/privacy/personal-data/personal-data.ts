import type { Locale } from '../../../shared/locales.ts';
import { paths } from '../../../shared/paths.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import { oncePerServer } from '../../contract/once-per-server.ts';
import { getLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { makeArchive } from './archive.ts';
import { readArchiveTexts } from './archive-page.ts';

/** Makes the archive of an account, in a language. */
type Archiver = (accountId: string, locale: Locale) => Promise<{ fileName: string; bytes: Buffer }>;

/** The first fields of every copy that programs read. */
export const describeCopy = (siteOrigin: string, exportedAt: Date) => ({
  format: 'writing-ant-personal-data' as const,
  formatVersion: 1 as const,
  exportedAt: exportedAt.toISOString(),
  privacyPolicy: `${siteOrigin}${paths.privacy}`,
});

/** Everything stored of an account as people want to have it, made when it is asked for and stored nowhere. */
export const getArchiver = oncePerServer(async (deps: FeatureDependencies): Promise<Archiver> => {
  const { config, database, clock, accountParts } = deps;
  const [legalDocuments, texts] = [await getLegalDocuments(deps), await readArchiveTexts()];
  return async (accountId, locale) => {
    const exportedAt = clock();
    const head = describeCopy(config.siteOrigin, exportedAt);
    const context = { accountParts, legalDocuments, texts: texts[locale], locale, exportedAt, head };
    // All parts as they were at one moment, whatever is written meanwhile.
    const bytes = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => makeArchive(trx, accountId, context));
    return { fileName: `writing-ant-${head.exportedAt.slice(0, 10)}.zip`, bytes };
  };
});
