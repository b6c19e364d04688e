import path from 'node:path';
import type { Feature, Job } from '../../contract/feature.ts';
import { accountEndsTables } from './account-ends.tables.ts';
import { accountEndRetention, copyNewEnds } from './account-ends.ts';

/** On whichever server the job reaches; each start does the same for its own folder. */
const copyJob: Job = {
  name: 'account-ends',
  schedule: '* * * * *',
  handle: ({ database, config, clock }) => copyNewEnds(database, config.dataDir, clock()),
};

/** What became of accounts, and which requests for access were deleted: a copy of it outlives the database. */
export const accountEndsFeature: Feature = {
  jobs: [copyJob],
  tables: accountEndsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['remove_expired_account_ends'],
  retention: [accountEndRetention],
};
