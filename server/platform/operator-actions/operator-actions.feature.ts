import path from 'node:path';
import type { Feature, Job } from '../../contract/feature.ts';
import { attest, attestationJob } from './attestations.ts';
import { auditActions } from './audit.ts';
import { auditVerify } from './operator-actions.operator.ts';
import { exportActions } from './operator-actions.queries.ts';
import { operatorActionsTables } from './operator-actions.tables.ts';
import { operatorActionRetention } from './operator-actions.ts';

/** The log goes where the database's owner cannot rewrite it: the head in it is what a rewritten record is found by. */
const auditJob: Job = {
  name: 'operator-audit',
  schedule: '7 4 * * *',
  async handle({ log, database }) {
    const { head, fault, actions } = await auditActions(database.kysely);
    log.info({ head, actions }, 'head of the recorded actions');
    if (fault) throw new Error(`The record of actions is not whole at ${fault.position}: ${fault.what}.`);
  },
};

/** What operators did by command, kept as evidence. */
export const operatorActionsFeature: Feature = {
  jobs: [auditJob, attestationJob],
  tables: operatorActionsTables,
  expiryFunctions: ['remove_expired_operator_actions'],
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [operatorActionRetention],
  account: { export: async (trx, id) => ({ acts: await exportActions(trx, id) }) },
  commands: [auditVerify, attest],
};
