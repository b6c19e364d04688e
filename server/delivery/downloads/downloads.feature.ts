import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { readConfirmationSentences } from '../../people/acceptances/acceptances.ts';
import { getLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { getReleases } from '../releases/releases.ts';
import { downloadTraceRetention } from './download-traces.ts';
import { downloadsList } from './downloads.operator.ts';
import { exportDownloads, removeDownloadsOf } from './downloads.queries.ts';
import { downloadsRoutes } from './downloads.routes.ts';
import { downloadsTables } from './downloads.tables.ts';
import { readProblemTexts } from './problem-page.ts';

/** Downloads, what was accepted for them, and the files behind their links. */
export const downloadsFeature: Feature = {
  async routes(app, deps) {
    const [releases, legalDocuments, sentences, problemTexts] = await Promise.all([
      getReleases(deps),
      getLegalDocuments(deps),
      readConfirmationSentences(),
      readProblemTexts(),
    ]);
    downloadsRoutes(app, { ...deps, releases, legalDocuments, sentences, problemTexts });
  },
  tables: downloadsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['forget_download_traces', 'remove_downloads_of_ended_account'],
  retention: [downloadTraceRetention],
  account: {
    heldAs: 'downloads',
    export: async (trx, id) => ({ downloads: await exportDownloads(trx, id) }),
    erase: removeDownloadsOf,
  },
  commands: [downloadsList],
};
