import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { proofAcceptance } from './acceptances.operator.ts';
import { exportAcceptances, findAcceptedDocuments } from './acceptances.queries.ts';
import { acceptancesTables } from './acceptances.tables.ts';
import { acceptanceRetention } from './acceptances.ts';

/** Which texts an account has accepted, kept as evidence. */
export const acceptancesFeature: Feature = {
  tables: acceptancesTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['remove_expired_acceptances'],
  retention: [acceptanceRetention],
  account: {
    describe: async (queries, id) => ({ acceptedDocuments: await findAcceptedDocuments(queries, id) }),
    export: async (trx, id) => ({ acceptances: await exportAcceptances(trx, id) }),
  },
  commands: [proofAcceptance],
};
