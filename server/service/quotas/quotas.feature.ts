import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { counterRetention, fingerprintRetention, usageRetention } from './ledger-retention.ts';
import { planGrant, planRevoke, usageShow } from './plan.operator.ts';
import { releaseJob } from './quotas.jobs.ts';
import { quotaVerify } from './quotas.operator.ts';
import { exportCounters, exportRequests, removeLedgerOf } from './quotas.queries.ts';
import { quotasTables } from './quotas.tables.ts';

/** Which requests an account made, and how much of its quotas they use; never what was said in them. */
export const quotasFeature: Feature = {
  jobs: [releaseJob],
  tables: quotasTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [usageRetention, counterRetention, fingerprintRetention],
  account: {
    heldAs: 'usage',
    export: async (trx, id) => ({ usage: await exportCounters(trx, id) }),
    exportRows: { part: 'usage', list: 'requests', batches: exportRequests },
    erase: removeLedgerOf,
  },
  commands: [planGrant, planRevoke, usageShow, quotaVerify],
};
