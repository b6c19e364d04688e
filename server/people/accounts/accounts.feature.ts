import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { accountShow, accountSuspend, accountUnsuspend } from './accounts.operator.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { accountsTables } from './accounts.tables.ts';
import { describeOwnAccount, eraseOwnAccount, exportOwnAccount } from './accounts.ts';

/** The accounts of customers, known from their first download. */
export const accountsFeature: Feature = {
  routes: accountsRoutes,
  tables: accountsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  account: { describe: describeOwnAccount, export: exportOwnAccount, erase: eraseOwnAccount },
  commands: [accountShow, accountSuspend, accountUnsuspend],
};
