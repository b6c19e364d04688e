import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../operator/command.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { findAccount } from '../accounts/accounts.ts';
import { act, describeChanges, findInvoiceIds, withdraw } from '../subscriptions/subscriptions.ts';
import { findNotice, listNotices } from './notices.queries.ts';

const mostListed = 50;

/** What it says is shown, as it has to be found out whose contract it is. */
export const noticeList: TransactionCommand = {
  kind: 'transaction',
  name: 'notice list',
  usage: '',
  summary:
    'Lists withdrawals and cancellations that were sent in without a sign-in, with the accounts of their address',
  async run(trx, args) {
    if (args.length) throw new OperatorMistake('notice list takes no arguments.');
    const notices = await listNotices(trx, mostListed);
    return {
      lines: notices.length
        ? notices.flatMap(({ id, kind, received_at, full_name, email, contract, accounts, assigned }) => [
            `${id}  ${received_at.toISOString()}  ${kind}  ${full_name} <${email}>  ${assigned ? `assigned to ${assigned}` : `accounts: ${accounts.join(', ') || 'none'}`}`,
            ...contract.split(/\r?\n/).map((line) => `    ${line}`),
          ])
        : ['No notices.'],
      outcome: `listed: ${notices.length}`,
    };
  },
};

/** Whose contract it ends, a person has found out; what counts is when it arrived. */
export const noticeAssign: TransactionCommand = {
  kind: 'transaction',
  name: 'notice assign',
  usage: '<notice id> <account id> [--as-cancellation] [--dry-run]',
  summary: 'Carries out a withdrawal or cancellation for the account whose it is, as of the moment it arrived',
  async run(trx, args, context) {
    const { values, positionals } = readOptions(args, {
      'as-cancellation': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    });
    const [id, accountId, ...rest] = positionals;
    if (!id || !isUuid(id) || !accountId || rest.length)
      throw new OperatorMistake('Give the id of a notice, as notice list prints it, and that of an account.');
    const notice = await findNotice(trx, id);
    if (!notice) throw new OperatorMistake('No notice has this id.');
    // What was mistyped, such as an address, is not to stand in the record of actions.
    if (!(await findAccount(trx, accountId))) throw new OperatorMistake('No account has this id.');
    const { received_at: receivedAt, assigned } = notice;
    // With the account, whose holder can ask what was done with it.
    const subject = `${id} ${accountId}`;
    if (assigned) return { lines: [`It was assigned to ${assigned}.`], outcome: 'none', subject, failed: true };
    const isWithdrawal = notice.kind === 'withdrawal' && !values['as-cancellation'];
    const isDryRun = values['dry-run'];
    return doOrTry(trx, isDryRun, async () => {
      const known = await findInvoiceIds(trx, accountId);
      const source = `notice ${id}`;
      const event = { kind: 'cancel', followedBy: 'free', receivedAt } as const;
      const result = isWithdrawal
        ? await withdraw(trx, context, { accountId, receivedAt, source, alsoEnded: true })
        : await act(trx, context, { accountId, event, source });
      if (result !== 'done')
        return {
          lines: [
            isWithdrawal
              ? 'The account has nothing of which it could withdraw when this arrived: consumers in the EU can for 14 days after an order. --as-cancellation cancels.'
              : 'The account has nothing that can be cancelled, or it is cancelled already.',
          ],
          outcome: 'none',
          subject,
          failed: true,
        };
      return {
        lines: [
          ...(await describeChanges(trx, accountId, known)),
          isDryRun ? 'Nothing was changed.' : 'The customer is told by mail.',
        ],
        outcome: isDryRun ? 'tried' : isWithdrawal ? 'withdrawn' : 'cancelled',
        subject,
      };
    });
  },
};
