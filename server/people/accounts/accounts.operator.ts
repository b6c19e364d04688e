import { showAccount } from '../../contract/account-part.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { describeData } from './account-lines.ts';
import { changeAccount, findAccountsByEmail, reopenAccount, requireAccount, suspendAccount } from './accounts.ts';

/**
 * What is stored about a customer, for support (specification 9). A program reads `request export`, which leaves nothing
 * out.
 */
export const accountShow: TransactionCommand = {
  kind: 'transaction',
  name: 'account show',
  usage: '<email>',
  summary: 'Shows what is stored of the accounts with this e-mail address',
  async run({ trx }, args, { accountParts }) {
    const [email, ...rest] = args;
    if (!email?.includes('@') || rest.length) throw new OperatorMistake('Give one e-mail address.');
    const accounts = await findAccountsByEmail(trx, email);
    if (!accounts.length) return { lines: ['No account has this e-mail address.'], outcome: 'none found' };
    const lines: string[] = [];
    for (const { id } of accounts) lines.push(...describeData(await showAccount(accountParts, trx, id)), '');
    return {
      lines: lines.slice(0, -1),
      outcome: `shown: ${accounts.length}`,
      subject: accounts.map(({ id }) => id).join(' '),
    };
  },
};

/**
 * For misuse or an unpaid invoice (specification 4): nothing is lost, and nothing can be done with the account but to leave
 * what it costs. What is bought is neither renewed nor charged meanwhile.
 */
export const accountSuspend: TransactionCommand = {
  kind: 'transaction',
  name: 'account suspend',
  usage: '<account id>',
  summary: 'Suspends an account: links, updates and downloads are refused until it is unsuspended',
  async run({ trx, now }, args) {
    const { id, status, suspended_at } = await requireAccount(trx, args);
    if (status === 'ended' || suspended_at)
      return { lines: [`It is ${status}, which stays as it is.`], outcome: 'none', subject: id };
    await suspendAccount(trx, id);
    await changeAccount(trx, id, { suspended_at: now });
    return { lines: [`The account ${id} is suspended.`], outcome: 'suspended', subject: id };
  },
};

export const accountUnsuspend: TransactionCommand = {
  kind: 'transaction',
  name: 'account unsuspend',
  usage: '<account id>',
  summary: 'Takes back that an account is suspended',
  async run({ trx }, args) {
    const { id, status, suspended_at } = await requireAccount(trx, args);
    if (status !== 'suspended' && !suspended_at)
      return { lines: ['It is not suspended.'], outcome: 'none', subject: id };
    await changeAccount(trx, id, { suspended_at: null });
    if (status === 'suspended') await reopenAccount(trx, id);
    const after = await requireAccount(trx, args);
    const lines = {
      active: `The account ${id} goes on.`,
      ended: 'It has ended, and is not suspended any more where its holder keeps it.',
      suspended: 'A measure keeps it suspended: "measure list" has it, and "measure lift" ends it.',
    };
    return {
      lines: [lines[after.status]],
      outcome: after.status === 'suspended' ? 'none' : 'unsuspended',
      subject: id,
    };
  },
};
