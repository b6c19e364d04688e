import type { Feature } from '../feature.ts';
import { noticeAssign, noticeList } from './notices.operator.ts';
import { exportNoticesFor, exportNoticesOf } from './notices.queries.ts';
import { noticesRoutes } from './notices.routes.ts';
import { noticesTables } from './notices.tables.ts';

/** Withdrawals and cancellations that are sent in without a sign-in. */
export const noticesFeature: Feature = {
  routes: noticesRoutes,
  tables: noticesTables,
  account: {
    export: async (trx, id) => ({ notices: await exportNoticesFor(trx, id) }),
    exportOfAddress: async (trx, email) => ({ notices: await exportNoticesOf(trx, email) }),
  },
  commands: [noticeList, noticeAssign],
};
