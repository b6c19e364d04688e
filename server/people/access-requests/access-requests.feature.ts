import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { accessLetters } from './access-mails.ts';
import { accessHoldersJob, invitationJob } from './access-requests.jobs.ts';
import {
  inviteAdd,
  inviteCountryAdded,
  inviteDecline,
  inviteList,
  inviteRemove,
  inviteSend,
} from './access-requests.operator.ts';
import { accessRequestsRoutes } from './access-requests.routes.ts';
import { accessRequestsTables } from './access-requests.tables.ts';
import {
  accessRetention,
  eraseAccessRequests,
  exportAccessRequests,
  exportAccessRequestsOf,
} from './access-requests.ts';
import { askedJob } from './asking.ts';

/** The waiting list for the beta, and invitations. */
export const accessRequestsFeature: Feature = {
  routes: accessRequestsRoutes,
  jobs: [askedJob, accessHoldersJob, invitationJob],
  tables: accessRequestsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: accessRetention,
  account: {
    export: async (trx, id) => ({ accessRequests: await exportAccessRequests(trx, id) }),
    exportOfAddress: async (trx, email) => ({ accessRequests: await exportAccessRequestsOf(trx, email) }),
    erase: eraseAccessRequests,
  },
  letters: [accessLetters],
  commands: [inviteList, inviteSend, inviteDecline, inviteRemove, inviteAdd, inviteCountryAdded],
};
