import { OperatorMistake, type TransactionCommand } from '../../operator/command.ts';
import { exportAccount } from '../account-part.ts';
import { describeData } from './account-lines.ts';
import { findAccountsByEmail, reopenAccount, requireAccount, suspendAccount } from './accounts.ts';

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
