import { hourMs } from '../../../shared/durations.ts';
import type { PromiseCheck } from '../../contract/retention-rule.ts';
import { findErasureCutoff } from '../../people/accounts/accounts.ts';
import { countLoginsToRemove, findLoginsToRemove } from './closing.queries.ts';

/** For so long the login provider may be out of reach. */
const patienceMs = hourMs;
const shownIds = 5;

/** Erased accounts whose user the login provider has not confirmed to be gone, an hour after the erasure. */
export const loginRemovalCheck: PromiseCheck = async ({ database: { kysely } }, now) => {
  const cutoff = findErasureCutoff(new Date(now.getTime() - patienceMs));
  const records = await countLoginsToRemove(kysely, cutoff);
  if (!records) return [];
  return [
    { rule: 'login-removal', table: 'accounts', records, ids: await findLoginsToRemove(kysely, cutoff, shownIds) },
  ];
};
