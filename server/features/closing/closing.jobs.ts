import { connectLoginProvider } from '../../integrations/login-provider.ts';
import type { Job } from '../feature.ts';
import { findToClose, markAccountClosed } from '../subscriptions/subscriptions.ts';
import { findLoginsToRemove, markLoginRemoved } from './closing.queries.ts';
import { closeAccount } from './closing.ts';

const batchSize = 50;

/** Removes the users of erased accounts at the login provider, until it has confirmed each. Without its key, people do. */
export const loginRemovalJob: Job = {
  name: 'login-removal',
  schedule: '* * * * *',
  async handle({ config, database, clock }) {
    if (!config.login.apiKey) return;
    const provider = connectLoginProvider(config.login);
    for (const id of await findLoginsToRemove(database.kysely, batchSize)) {
      await provider.removeUser(id);
      await markLoginRemoved(database.kysely, id, clock());
    }
  },
};

/** Closes accounts whose holders cancelled what they had bought in order to leave, when it ends. */
export const closingAfterSubscriptionJob: Job = {
  name: 'closing-after-subscription',
  schedule: '* * * * *',
  async handle(deps) {
    for (const { id, account_id } of await findToClose(deps.database.kysely, batchSize)) {
      await closeAccount(deps, account_id);
      await deps.database.kysely.transaction().execute((trx) => markAccountClosed(trx, id, deps.clock()));
    }
  },
};
