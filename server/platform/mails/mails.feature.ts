import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { deliveryJob } from './mails.jobs.ts';
import { mailLetters, mailList, mailReturned, mailSendAgain } from './mails.operator.ts';
import { emptyMailsOf, exportMails, exportMailsTo, lettersOwed } from './mails.queries.ts';
import { mailsTables } from './mails.tables.ts';
import { mailRetention, mailsOfNobodyRetention, returnedRetention, suppressionRetention } from './mails-retention.ts';
import { returnedMailJob } from './returned-mail.jobs.ts';
import { deleteReturnedOf, returnedMails } from './returned-mails.queries.ts';
import { showMails } from './shown-mails.ts';

/** Mails to customers: stored with the change that they tell of, and delivered from there. */
export const mailsFeature: Feature = {
  jobs: [deliveryJob, returnedMailJob],
  tables: mailsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [mailRetention, mailsOfNobodyRetention, returnedRetention, suppressionRetention],
  account: {
    export: async (trx, id) => ({ mails: await exportMails(trx, id) }),
    show: async (trx, id) => ({ mails: await showMails(await exportMails(trx, id)) }),
    exportOfAddress: async (trx, email) => ({ mails: await exportMailsTo(trx, email) }),
    heldAs: 'mails',
    async erase(trx, id) {
      await emptyMailsOf(trx, id);
      await deleteReturnedOf(trx, id);
    },
  },
  waiting: [lettersOwed, returnedMails],
  commands: [mailList, mailSendAgain, mailLetters, mailReturned],
};
