import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { closingAfterSubscriptionJob, loginRemovalJob } from './closing.jobs.ts';
import { accountEnd, accountLoginRemoved, accountRestore } from './closing.operator.ts';
import { closingRoutes } from './closing.routes.ts';
import { accountStubRetention, endedAccountRetention } from './closing.ts';
import { closingLetters } from './closing-mails.ts';
import { loginRemovalCheck } from './login-removal.ts';

/** What becomes of an account that has ended. */
export const closingFeature: Feature = {
  routes: closingRoutes,
  jobs: [loginRemovalJob, closingAfterSubscriptionJob],
  migrations: path.join(import.meta.dirname, 'migrations'),
  letters: [closingLetters],
  promiseChecks: [loginRemovalCheck],
  commands: [accountEnd, accountRestore, accountLoginRemoved],
  retention: (accountParts) => [endedAccountRetention(accountParts), accountStubRetention],
};
