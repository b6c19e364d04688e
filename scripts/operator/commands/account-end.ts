import type { Account, OpenTransaction } from '../../../server/database/schema.ts';
import { endAccount, findAccount, reopenAccount } from '../../../server/features/accounts/accounts.ts';
import { retention } from '../../../shared/business/retention.ts';
import { type OperatorCommand, OperatorMistake } from '../operator-command.ts';

/**
 * Notes that an account has ended, as its holder asked for: from then on the time runs after which its acceptances go
 * (specification 9). The user at the login provider is deleted there.
 */
export const accountEnd: OperatorCommand = {
  name: 'account end',
  usage: '<account id>',
  summary: 'Notes that an account has ended; what is kept of it goes when its time is over',
  async run(trx, args) {
    const { id, ended_at } = await requireAccount(trx, args);
    if (ended_at)
      return { lines: [`It has ended already, at ${ended_at.toISOString()}.`], outcome: 'none', subject: id };
    const at = new Date();
    await endAccount(trx, id, at);
    return {
      lines: [
        `The account ${id} has ended at ${at.toISOString()}.`,
        `For ${retention.deletedAccountDays} days "account restore ${id}" undoes this.`,
        `Its acceptances are removed ${retention.policyAcceptanceMonthsAfterAccount} months after its end.`,
      ],
      outcome: 'ended',
      subject: id,
    };
  },
};

/** A deleted account can be had back by its holder through support (specification 4). */
export const accountRestore: OperatorCommand = {
  name: 'account restore',
  usage: '<account id>',
  summary: 'Takes back that an account has ended',
  async run(trx, args) {
    const { id, ended_at } = await requireAccount(trx, args);
    if (!ended_at) return { lines: ['It has not ended.'], outcome: 'none', subject: id };
    await reopenAccount(trx, id);
    return { lines: [`The account ${id} goes on.`], outcome: 'restored', subject: id };
  },
};

async function requireAccount(trx: OpenTransaction, [id, ...rest]: string[]): Promise<Account> {
  if (!id || rest.length) throw new OperatorMistake('Give one account id; "account show <email>" tells it.');
  const account = await findAccount(trx, id);
  if (!account) throw new OperatorMistake('There is no account with this id; "account show <email>" tells the id.');
  return account;
}
