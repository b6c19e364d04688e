import type { Feature } from '../../contract/feature.ts';
import { legalDocumentsRoutes } from './legal-documents.routes.ts';
import { getLegalDocuments } from './legal-documents.ts';

/** The legal texts in all their versions; stores nothing in the database. */
export const legalDocumentsFeature: Feature = {
  account: {
    async mailFile(_queries, _accountId, id, { config }) {
      return (await (await getLegalDocuments({ config })).findPdfById(id))?.read();
    },
  },
  async routes(app, deps) {
    legalDocumentsRoutes(app, { ...deps, legalDocuments: await getLegalDocuments(deps) });
  },
};
