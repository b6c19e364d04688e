import path from 'node:path';
import type { Feature, Job } from '../../contract/feature.ts';
import { measureLetters } from './measure-mails.ts';
import { measureDecide, measureLift, measureList, measureObject, measureSeen } from './measures.operator.ts';
import { endMeasuresOf, openObjections } from './measures.queries.ts';
import { measuresRoutes } from './measures.routes.ts';
import { measuresTables } from './measures.tables.ts';
import { applyMeasures, describeMeasures, exportMeasures, measureRetention } from './measures.ts';
import { measureBlock, measureProve, measureSuspend, measureTerminate, measureThrottle } from './taking.operator.ts';

const measureJob: Job<object> = { name: 'measures', schedule: '* * * * *', handle: applyMeasures };

/** What is decided about accounts, told with its reason, and objections to it. */
export const measuresFeature: Feature = {
  routes: measuresRoutes,
  jobs: [measureJob],
  tables: measuresTables,
  expiryFunctions: ['remove_expired_account_measures'],
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [measureRetention],
  account: {
    describe: describeMeasures,
    export: async (trx, id) => ({ measures: await exportMeasures(trx, id) }),
    erase: endMeasuresOf,
  },
  letters: [measureLetters],
  waiting: [openObjections],
  commands: [
    measureSuspend,
    measureThrottle,
    measureBlock,
    measureTerminate,
    measureProve,
    measureLift,
    measureSeen,
    measureList,
    measureObject,
    measureDecide,
  ],
};
