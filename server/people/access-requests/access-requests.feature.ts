import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { accessLetters } from './access-mails.ts';
import { accessHoldersJob, invitationJob, listReminderJob } from './access-requests.jobs.ts';
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
import { askedJob, askedListJob } from './asking.ts';
import { listLetters } from './list-mails.ts';
import { listShow, listTell } from './list-requests.operator.ts';

/** The waiting list for the beta, and invitations; and the lists of those who wait for something else. */
export const accessRequestsFeature: Feature = {
  routes: accessRequestsRoutes,
  jobs: [askedJob, askedListJob, accessHoldersJob, invitationJob, listReminderJob],
  tables: accessRequestsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: accessRetention,
  account: {
    export: async (trx, id) => ({ accessRequests: await exportAccessRequests(trx, id) }),
    exportOfAddress: async (trx, email) => ({ accessRequests: await exportAccessRequestsOf(trx, email) }),
    erase: eraseAccessRequests,
  },
  letters: [accessLetters, listLetters],
  commands: [inviteList, inviteSend, inviteDecline, inviteRemove, inviteAdd, inviteCountryAdded, listShow, listTell],
};
