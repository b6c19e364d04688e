import { connectBounceMailbox } from '../../integrations/bounce-mailbox.ts';
import { connectMailServer } from '../../integrations/mail-server.ts';
import type { Job } from '../feature.ts';
import { noteReturned, returnAddressIn } from './bounces.ts';
import { deliverDue } from './delivery.ts';

/** Sends what is due: every minute, and at once after a mail was enqueued. */
export const deliveryJob: Job<object> = {
  name: 'mail-delivery',
  schedule: '* * * * *',
  async handle({ config, database, clock, log }) {
    const server = connectMailServer(config.mail, config.dataDir);
    await deliverDue({ database, server, clock, log, returnAddress: returnAddressIn(config.mail) });
  },
};

/** Learns of mails that a server took and another gave back. */
export const returnedMailJob: Job<object> = {
  name: 'returned-mail',
  schedule: '*/5 * * * *',
  async handle({ config: { mail }, database, clock, log }) {
    if (!mail.bounceUrl) return;
    const mailbox = connectBounceMailbox(mail.bounceUrl);
    await mailbox.readReturned((returned) => noteReturned({ database, clock, log }, returned));
  },
};
