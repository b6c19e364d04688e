import { retention } from '../../../shared/business/retention.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../operator/command.ts';
import { exportAccount } from '../account-part.ts';
import { describeData } from './account-lines.ts';
import type { Account } from './accounts.tables.ts';
import {
  endAccount,
  findAccount,
  findAccountsByEmail,
  findErasureCutoff,
  reopenAccount,
  suspendAccount,
} from './accounts.ts';

/** Everything stored about a customer, for support and for requests by data subjects (specification 9). */
export const accountShow: TransactionCommand = {
  kind: 'transaction',
  name: 'account show',
  usage: '<email>',
  summary: 'Shows what is stored of the accounts with this e-mail address',
  async run(trx, args, { accountParts }) {
    const [email, ...rest] = args;
    if (!email?.includes('@') || rest.length) throw new OperatorMistake('Give one e-mail address.');
    const accounts = await findAccountsByEmail(trx, email);
    if (!accounts.length) return { lines: ['No account has this e-mail address.'], outcome: 'none found' };
    const lines: string[] = [];
    for (const { id } of accounts) lines.push(...describeData(await exportAccount(accountParts, trx, id)), '');
    return {
      lines: lines.slice(0, -1),
      outcome: `shown: ${accounts.length}`,
      subject: accounts.map(({ id }) => id).join(' '),
    };
  },
};

/**
 * Ends an account: links, updates and API calls stop working, and the retention period of its acceptances begins
 * (specification 9). Its data is erased 30 days later (server/features/closing); nothing is removed at
 * the login provider.
 */
export const accountEnd: TransactionCommand = {
  kind: 'transaction',
  name: 'account end',
  usage: '<account id> [--by-company]',
  summary: 'Ends an account, as its holder asked for or by the company’s decision',
  async run(trx, args, { clock }) {
    const { values, positionals } = readOptions(args, { 'by-company': { type: 'boolean' } });
    const { id, ended_at } = await requireAccount(trx, positionals);
    if (ended_at)
      return { lines: [`It has ended already, at ${ended_at.toISOString()}.`], outcome: 'none', subject: id };
    const at = clock();
    await endAccount(trx, id, at, values['by-company'] ? 'company' : 'holder');
    return {
      lines: [
        `The account ${id} has ended at ${at.toISOString()}.`,
        `For ${retention.deletedAccountDays} days "account restore ${id}" undoes this; then its data is erased.`,
        `Its acceptances are removed ${retention.policyAcceptanceMonthsAfterAccount} months after its end.`,
      ],
      outcome: values['by-company'] ? 'ended by the company' : 'ended',
      subject: id,
    };
  },
};

/** For 30 days, support can restore a deleted account for its holder (specification 4). */
export const accountRestore: TransactionCommand = {
  kind: 'transaction',
  name: 'account restore',
  usage: '<account id>',
  summary: `Takes back that an account has ended, for ${retention.deletedAccountDays} days`,
  async run(trx, args, { clock }) {
    const { id, ended_at, email } = await requireAccount(trx, args);
    if (!ended_at) return { lines: ['It has not ended.'], outcome: 'none', subject: id };
    if (ended_at <= findErasureCutoff(clock()) || email === null)
      throw new OperatorMistake(
        `It ended at ${ended_at.toISOString()}, ${retention.deletedAccountDays} days ago or more: it is erased.`,
      );
    await reopenAccount(trx, id);
    return { lines: [`The account ${id} goes on.`], outcome: 'restored', subject: id };
  },
};

/**
 * For misuse or an unpaid invoice (specification 4): nothing ends, nothing is lost, and nothing can be done with the
 * account.
 */
export const accountSuspend: TransactionCommand = {
  kind: 'transaction',
  name: 'account suspend',
  usage: '<account id>',
  summary: 'Suspends an account: links, updates and downloads are refused until it is unsuspended',
  async run(trx, args) {
    const { id, status } = await requireAccount(trx, args);
    if (status !== 'active') return { lines: [`It is ${status}, which stays as it is.`], outcome: 'none', subject: id };
    await suspendAccount(trx, id);
    return { lines: [`The account ${id} is suspended.`], outcome: 'suspended', subject: id };
  },
};

export const accountUnsuspend: TransactionCommand = {
  kind: 'transaction',
  name: 'account unsuspend',
  usage: '<account id>',
  summary: 'Takes back that an account is suspended',
  async run(trx, args) {
    const { id, status } = await requireAccount(trx, args);
    if (status !== 'suspended') return { lines: ['It is not suspended.'], outcome: 'none', subject: id };
    await reopenAccount(trx, id);
    return { lines: [`The account ${id} goes on.`], outcome: 'unsuspended', subject: id };
  },
};

async function requireAccount(trx: OpenTransaction, [id, ...rest]: string[]): Promise<Account> {
  if (!id || rest.length) throw new OperatorMistake('Give one account id; "account show <email>" tells it.');
  const account = await findAccount(trx, id);
  if (!account) throw new OperatorMistake('There is no account with this id; "account show <email>" tells the id.');
  return account;
}
