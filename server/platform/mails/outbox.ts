import { randomUUID } from 'node:crypto';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { hourMs } from '../../../shared/durations.ts';
import type { Act } from '../../contract/act.ts';
import type { MailContent } from '../../contract/letters.ts';
import { deliveryJob } from './mails.jobs.ts';
import { insertMail } from './mails.queries.ts';
import type { Mail } from './mails.tables.ts';
import { composeMessage } from './message.ts';

/** A mail to one person. */
export interface NewMail extends MailContent {
  /** Which of the service's mails it is, such as `contract-confirmation`. */
  kind: string;
  /** What it is about, such as `contract-confirmation user_1`: whatever happens, only one mail with it is ever sent. */
  dedupeKey: string;
  /** The account it belongs to, with which it is exported and erased. */
  accountId: string | null;
  to: string;
  /** Not before then; at once unless given. */
  sendAt?: Date;
  /** `send-again` for notices and deadlines, of which two are better than none. */
  whenUnknown?: Mail['when_unknown'];
}

/**
 * Stores the mail with the change that it tells of: both or neither. It leaves when the act is committed, from an operator's command
 * within a minute of that. False where one with its key is known, and nothing is done. Throws for anything but one address and one line of subject.
 */
export async function enqueueMail(act: Act, mail: NewMail): Promise<boolean> {
  const { trx, now } = act;
  const id = randomUUID();
  const due = mail.sendAt ?? now;
  const message = await composeMessage({ id, from: act.config.mail.from, to: mail.to, at: due }, mail);
  const isNew = await insertMail(trx, {
    id,
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    account_id: mail.accountId,
    locale: mail.locale,
    recipient: mail.to,
    message,
    state: 'queued',
    when_unknown: mail.whenUnknown ?? 'ask',
    attempts: 0,
    deferrals: 0,
    enqueued_at: now,
    give_up_at: new Date(due.getTime() + mailDelivery.giveUpAfterHours * hourMs),
    due_at: due,
    attempted_at: null,
    settled_at: null,
    letter_sent_at: null,
    outcome: null,
  });
  if (isNew && due <= now) await act.enqueue(deliveryJob, {});
  return isNew;
}
