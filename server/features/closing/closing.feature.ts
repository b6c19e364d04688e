import path from 'node:path';
import type { Feature } from '../feature.ts';
import { accountStubRetention, endedAccountRetention } from './closing.ts';

/** What becomes of an account that has ended. */
export const closingFeature: Feature = {
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: (accountParts) => [endedAccountRetention(accountParts), accountStubRetention],
};
