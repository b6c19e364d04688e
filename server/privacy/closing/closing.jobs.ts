import { findToClose, markAccountClosed } from '../../billing/contracts/contracts.ts';
import { eraseAccount } from '../../contract/account-part.ts';
import { act } from '../../contract/act.ts';
import type { Job } from '../../contract/feature.ts';
import { Problem } from '../../http/problem.ts';
import { connectLoginProvider } from '../../integrations/login-provider.ts';
import { eachAlone } from '../../jobs/each-alone.ts';
import { findErasureCutoff, markLoginRemoved } from '../../people/accounts/accounts.ts';
import { findLoginsToRemove } from './closing.queries.ts';
import { closeAccount } from './closing.ts';

const batchSize = 50;

/** Removes the users of erased accounts at the login provider, until it has confirmed each. Without its key, people do. */
export const loginRemovalJob: Job = {
  name: 'login-removal',
  schedule: '* * * * *',
  async handle(deps) {
    const { config, database, clock, accountParts } = deps;
    if (!config.login.apiKey) return;
    const provider = connectLoginProvider(config.login);
    await eachAlone(await findLoginsToRemove(database.kysely, findErasureCutoff(clock()), batchSize), async (id) => {
      await provider.removeUser(id);
      await act(deps, async ({ trx, now }) => {
        // Whoever could still sign in may have left something since the erasure.
        await eraseAccount(accountParts, trx, id);
        await markLoginRemoved(trx, id, now);
      });
    });
  },
};

/**
 * Closes accounts whose holders cancelled what they had bought in order to leave, when it ends. Where that cannot be, because
 * the company has ended the account meanwhile, it is left at that.
 */
export const closingAfterSubscriptionJob: Job = {
  name: 'closing-after-subscription',
  schedule: '* * * * *',
  async handle(deps) {
    const { kysely } = deps.database;
    await eachAlone(await findToClose(kysely, batchSize), async ({ id, account_id }) => {
      await closeAccount(deps, account_id).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
      await act(deps, ({ trx, now }) => markAccountClosed(trx, id, now));
    });
  },
};
