import type { Job } from '../../contract/feature.ts';
import { connectMailServer } from '../../integrations/mail-server.ts';
import { deliverDue } from './delivery.ts';
import { returnAddressIn } from './return-address.ts';

/** Sends what is due: every minute, and at once after a mail was enqueued. */
export const deliveryJob: Job<object> = {
  name: 'mail-delivery',
  schedule: '* * * * *',
  async handle({ config, database, clock, log, accountParts }) {
    const server = connectMailServer(config.mail, config.dataDir);
    await deliverDue({ config, database, server, clock, log, accountParts, returnAddress: returnAddressIn(config) });
  },
};
