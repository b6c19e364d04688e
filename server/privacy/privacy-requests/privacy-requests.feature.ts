import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { breachList, breachNotify, breachOpen, breachReport } from './breaches.operator.ts';
import { privacyRequestsJob } from './privacy-requests.jobs.ts';
import {
  requestAnswer,
  requestExport,
  requestIdentify,
  requestList,
  requestOpen,
} from './privacy-requests.operator.ts';
import { emptyAnswersOf, exportRequests, openBreaches, openRequests } from './privacy-requests.queries.ts';
import { privacyRequestsRoutes } from './privacy-requests.routes.ts';
import { privacyRequestsTables } from './privacy-requests.tables.ts';
import { privacyAnswerRetention, privacyRequestRetention } from './privacy-requests.ts';
import { requestLetters } from './request-mails.ts';

/** What people ask of their data: each request has a clock, an identity and an end. */
export const privacyRequestsFeature: Feature = {
  routes: privacyRequestsRoutes,
  jobs: [privacyRequestsJob],
  tables: privacyRequestsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['forget_traces_of_objectors'],
  letters: [requestLetters],
  retention: [privacyRequestRetention, privacyAnswerRetention],
  account: {
    export: async (trx, id) => ({ requests: await exportRequests(trx, id) }),
    erase: emptyAnswersOf,
  },
  waiting: [openBreaches, openRequests],
  commands: [
    ...[requestOpen, requestIdentify, requestExport, requestAnswer, requestList],
    ...[breachOpen, breachReport, breachNotify, breachList],
  ],
};
