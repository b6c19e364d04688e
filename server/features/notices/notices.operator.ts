import { OperatorMistake, type TransactionCommand } from '../../operator/command.ts';
import { listNotices } from './notices.queries.ts';

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
        ? notices.flatMap(({ id, kind, received_at, full_name, email, contract, accounts }) => [
            `${id}  ${received_at.toISOString()}  ${kind}  ${full_name} <${email}>  accounts: ${accounts.join(', ') || 'none'}`,
            ...contract.split(/\r?\n/).map((line) => `    ${line}`),
          ])
        : ['No notices.'],
      outcome: `listed: ${notices.length}`,
    };
  },
};
