import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { noticeReceiptJob } from './notices.jobs.ts';
import { noticeAssign, noticeDismiss, noticeList } from './notices.operator.ts';
import { exportNoticesFor, exportNoticesOf, openNotices } from './notices.queries.ts';
import { noticesRoutes } from './notices.routes.ts';
import { noticesTables } from './notices.tables.ts';

/** Withdrawals and cancellations that are sent in without a sign-in. */
export const noticesFeature: Feature = {
  routes: noticesRoutes,
  jobs: [noticeReceiptJob],
  tables: noticesTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  account: {
    export: async (trx, id) => ({ notices: await exportNoticesFor(trx, id) }),
    exportOfAddress: async (trx, email) => ({ notices: await exportNoticesOf(trx, email) }),
  },
  waiting: [openNotices],
  commands: [noticeList, noticeAssign, noticeDismiss],
};
