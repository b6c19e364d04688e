import { mailDelivery } from '../../../shared/business/mail.ts';
import { hourMs } from '../../../shared/durations.ts';
import type { Act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { spellAddress } from './mailbox-name.ts';
import { deliveryJob } from './mails.jobs.ts';
import { heldOutcome } from './mails.tables.ts';
import { readdress } from './message.ts';

interface HeldFor {
  accountId: string;
  /** The address to which they would go. */
  email: string;
}

/** Those whose words are still there, until the transaction is over. */
async function lockHeld(
  trx: OpenTransaction,
  { accountId, email }: HeldFor,
): Promise<{ id: string; message: string }[]> {
  const rows = await trx
    .selectFrom('mails')
    .select(['id', 'recipient', 'message'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'suppressed')
    .where('outcome', '=', heldOutcome)
    .forUpdate()
    .execute();
  const address = spellAddress(email);
  return rows.flatMap(({ id, recipient, message }) =>
    recipient !== null && message !== null && spellAddress(recipient) === address ? [{ id, message }] : [],
  );
}

/** Mails that were held leave now, to another address of the account where `to` is given. */
export async function releaseHeld(act: Act, held: HeldFor, to?: string): Promise<void> {
  const { trx, now } = act;
  const mails = await lockHeld(trx, held);
  for (const { id, message } of mails)
    await trx
      .updateTable('mails')
      .set({
        state: 'queued',
        due_at: now,
        give_up_at: new Date(now.getTime() + mailDelivery.giveUpAfterHours * hourMs),
        settled_at: null,
        outcome: null,
        ...(to !== undefined && { recipient: to, message: readdress(message, to) }),
      })
      .where('id', '=', id)
      .execute();
  if (mails.length) await act.enqueue(deliveryJob, {});
}

/** There is no other address: whoever waits to know whether they left need wait no longer. */
export async function settleHeld(trx: OpenTransaction, held: HeldFor, now: Date): Promise<void> {
  for (const { id } of await lockHeld(trx, held))
    await trx.updateTable('mails').set({ settled_at: now }).where('id', '=', id).execute();
}
