import { connectLoginProvider } from '../../integrations/login-provider.ts';
import type { Job } from '../feature.ts';
import { findLoginsToRemove, markLoginRemoved } from './closing.queries.ts';

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
