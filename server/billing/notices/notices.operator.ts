import { isUuid } from '../../../shared/uuid.ts';
import type { Act } from '../../contract/act.ts';
import {
  type CommandResult,
  OperatorMistake,
  readOptions,
  requireChoice,
  type TransactionCommand,
} from '../../contract/command.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { applyOnce, describeChanges, findInvoiceIds, withdraw } from '../contracts/contracts.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { contentOf, mailContent } from './notice-mails.ts';
import { findNotice, insertDismissal, isOfAccount, listNotices, type NoticeFilter } from './notices.queries.ts';
import { dismissalReasons, type Notice } from './notices.tables.ts';
import { countOpen, describeOpen, overdueBefore } from './open-notices.ts';

const mostListed = 50;
/** Fits any terminal, so that a stranger’s words never wrap into lines that look like ours. */
const widest = 72;

/** Shows its words, since somebody has to find out whose contract it is about. */
export const noticeList: TransactionCommand = {
  kind: 'transaction',
  name: 'notice list',
  usage: '[--known | --settled] [--after <notice id>]',
  summary:
    'Lists withdrawals and cancellations without a sign-in that wait for a person, the oldest first, with the accounts of their address; --known: only those with accounts',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, {
      known: { type: 'boolean', default: false },
      settled: { type: 'boolean', default: false },
      after: { type: 'string' },
    });
    const { known, settled, after = null } = values;
    if (positionals.length || (known && settled) || (after !== null && !isUuid(after)))
      throw new OperatorMistake('notice list takes --known or --settled, and --after the id of a notice.');
    const filter: NoticeFilter = settled ? 'settled' : known ? 'known' : 'open';
    const waiting = await countOpen(trx, now, filter);
    const found = await listNotices(trx, { filter, after, limit: mostListed + 1 });
    const shown = found.slice(0, mostListed);
    const overdue = overdueBefore(now);
    const options = filter === 'open' ? '' : ` --${filter}`;
    return {
      lines: [
        ...(waiting.count
          ? [settled ? `${waiting.count} have been looked at.` : describeOpen(waiting)]
          : ['No such notices.']),
        ...shown.flatMap((notice) => describe(notice, !settled && notice.received_at < overdue)),
        ...(found.length > mostListed
          ? [`There are more. The next ones: notice list${options} --after ${shown.at(-1)!.id}`]
          : []),
        ...(shown.length && !settled
          ? [`Of each: notice assign <notice id> <account id>, or notice dismiss <notice id> --reason <reason>`]
          : []),
      ],
      outcome: `listed: ${shown.length} of ${waiting.count}`,
    };
  },
};

function describe(
  { id, kind, received_at, full_name, email, contract, accounts, assigned, dismissed }: Listed,
  isOverdue: boolean,
): string[] {
  const of = `accounts: ${accounts.join(', ') || 'none'}`;
  const state = assigned ? `assigned to ${assigned}` : dismissed ? `dismissed: ${dismissed}` : of;
  return [
    `${id}  ${received_at.toISOString()}  ${kind}  ${isOverdue ? 'OVERDUE  ' : ''}${state}`,
    ...[`${full_name} <${email}>`, ...contract.split(/\r\n|[\r\n\u2028\u2029]/)]
      .flatMap((line) => line.match(new RegExp(`.{1,${widest}}`, 'gsu')) ?? [''])
      .map((line) => `    | ${line}`),
  ];
}

type Listed = Awaited<ReturnType<typeof listNotices>>[number];

const cancelled = { kind: 'cancel', followedBy: 'free' } as const;

/** A person has found out whose contract it ends; it counts from the day on which it arrived. */
export const noticeAssign: TransactionCommand = {
  kind: 'transaction',
  name: 'notice assign',
  usage: '<notice id> <account id> [--as-cancellation] [--other-address] [--dry-run]',
  summary: 'Carries out a withdrawal or cancellation for the account whose it is, as of the moment it arrived',
  async run(act, args) {
    const { trx } = act;
    const { values, positionals } = readOptions(args, {
      'as-cancellation': { type: 'boolean', default: false },
      'other-address': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    });
    const [id, accountId, ...rest] = positionals;
    if (!id || !isUuid(id) || !accountId || rest.length)
      throw new OperatorMistake('Give the id of a notice, as notice list prints it, and that of an account.');
    const notice = await findNotice(trx, id);
    if (!notice) throw new OperatorMistake('No notice has this id.');
    // Typing errors, such as an address, must not end up in the record of actions.
    if (!(await findAccount(trx, accountId))) throw new OperatorMistake('No account has this id.');
    // Recorded with the account, since its holder can ask what was done with it.
    const subject = `${id} ${accountId}`;
    const nothing = (line: string): CommandResult => ({ lines: [line], outcome: 'none', subject, failed: true });
    if (notice.assigned) return nothing(`It was assigned to ${notice.assigned}.`);
    if (!values['other-address'] && !(await isOfAccount(trx, notice, accountId)))
      return nothing(
        'It names another address than this account has. --other-address carries it out where you know that it is of its holder.',
      );
    const isDryRun = values['dry-run'];
    return doOrTry(trx, isDryRun, async () => {
      const known = await findInvoiceIds(trx, accountId);
      const isWithdrawal = notice.kind === 'withdrawal' && !values['as-cancellation'];
      if (!(await carryOut(act, { notice, accountId, isWithdrawal })))
        return nothing(
          isWithdrawal
            ? 'The account has nothing of which it could withdraw when this arrived: consumers in the EU can for 14 days after an order. --as-cancellation cancels.'
            : 'The account has nothing that can be cancelled, or it is cancelled already.',
        );
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

/** With all of a withdrawal in a mail to the customer, which a stranger's address was not told (Directive 2011/83/EU, Art. 11a). */
async function carryOut(
  act: Act,
  { notice, accountId, isWithdrawal }: { notice: Notice; accountId: string; isWithdrawal: boolean },
): Promise<boolean> {
  const { trx } = act;
  const receivedAt = notice.received_at;
  const source = `notice ${notice.id}`;
  if (isWithdrawal) {
    const given = { accountId, receivedAt, source, alsoEnded: true, said: contentOf(notice) };
    return (await withdraw(act, given)) === 'done';
  }
  if ((await applyOnce(act, { accountId, event: { ...cancelled, receivedAt }, source })) !== 'done') return false;
  const customer = notice.kind === 'withdrawal' && (await findKnownCustomer(trx, accountId));
  if (customer) await mailContent(act, notice, { accountId, to: customer.email, locale: customer.locale });
  return true;
}

/** A person has found that it ends no contract. It can still be assigned. */
export const noticeDismiss: TransactionCommand = {
  kind: 'transaction',
  name: 'notice dismiss',
  usage: `<notice id>… --reason <${dismissalReasons.join('|')}>`,
  summary: 'Says of withdrawals or cancellations that they end no contract; nobody is told',
  async run({ trx, now }, args) {
    const { values, positionals: ids } = readOptions(args, { reason: { type: 'string' } });
    const reason = requireChoice('--reason', values.reason, dismissalReasons);
    if (!ids.length || !ids.every(isUuid))
      throw new OperatorMistake('Give the ids of notices, as notice list prints them.');
    const lines: string[] = [];
    let dismissed = 0;
    for (const id of new Set(ids)) {
      const notice = await findNotice(trx, id);
      const known = notice ? (notice.assigned ?? notice.dismissed) : 'unknown';
      if (!known) {
        await insertDismissal(trx, id, reason, now);
        dismissed += 1;
      }
      lines.push(`${id}: ${describeDismissal(notice)}.`);
    }
    return {
      lines,
      outcome: `dismissed (${reason}): ${dismissed}`,
      subject: ids.join(' '),
      failed: dismissed < ids.length,
    };
  },
};

function describeDismissal(before: Awaited<ReturnType<typeof findNotice>>): string {
  if (!before) return 'no notice has this id';
  if (before.assigned) return `it was assigned to ${before.assigned}`;
  return before.dismissed ? `it was dismissed already: ${before.dismissed}` : 'dismissed';
}
