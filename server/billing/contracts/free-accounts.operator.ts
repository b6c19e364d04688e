import { sql } from 'kysely';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { mailboxOf } from '../../people/accounts/accounts.ts';

interface SameMailbox {
  ids: string[];
}

/** That addresses are alike is shown and decides nothing: a mailbox may have several readers (decision 0050). */
export const accountAlike: TransactionCommand = {
  kind: 'transaction',
  name: 'account alike',
  usage: '',
  summary: 'Lists free accounts whose addresses reach the same mailbox, the oldest first, for a person to ask about',
  async run({ trx }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const { rows } = await sql<SameMailbox>`
      select array_agg(a.id order by a.created_at, a.id) as ids from accounts a
        where a.email is not null and a.status = 'active'
          and not exists (select from subscriptions s where s.account_id = a.id and s.state <> 'ended')
        group by ${mailboxOf(sql`a.email`)} having count(*) > 1
        order by min(a.created_at)`.execute(trx);
    return {
      lines: [...rows.map(({ ids }) => ids.join('  ')), `${rows.length} mailboxes have more than one free account.`],
      outcome: `listed: ${rows.length}`,
    };
  },
};
