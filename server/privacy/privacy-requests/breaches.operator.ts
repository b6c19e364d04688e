import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defaultLocale, locales } from '../../../shared/locales.ts';
import { OperatorMistake, readOptions, requireId, type TransactionCommand } from '../../contract/command.ts';
import { findLastLanguage } from '../../people/acceptances/acceptances.ts';
import { findReportTime } from './deadlines.ts';
import { describeTimeLeft } from './privacy-requests.operator.ts';
import { findAddressees, findBreaches, insertBreach, lockBreach, updateBreach } from './privacy-requests.queries.ts';
import { breachKey, mailBreach } from './request-mails.ts';

const whichBreach = 'Give the id of one breach; "breach list" has it.';

export const breachOpen: TransactionCommand = {
  kind: 'transaction',
  name: 'breach open',
  usage: '<what happened, in a few words without names> [--known <ISO time in UTC>]',
  summary: 'Enters a breach of personal data and starts the 72 hours in which an authority is told',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { known: { type: 'string' } });
    const [what, ...rest] = positionals;
    if (!what?.trim() || rest.length) throw new OperatorMistake('Say what happened, in quotation marks.');
    const known_at = values.known ? new Date(values.known) : now;
    if (!(known_at <= now)) throw new OperatorMistake('--known is a time that has passed: 2026-12-01T09:00:00Z.');
    const id = randomUUID();
    const due_at = findReportTime(known_at);
    await insertBreach(trx, { id, what, known_at, due_at, reminded_at: null, reported_at: null, notified: null });
    return {
      lines: [
        `Breach ${id}: an authority is told by ${due_at.toISOString()}.`,
        'FDPIC: databreach.edoeb.admin.ch; Garante, DPC and IMY have forms of their own.',
        `When it is reported: breach report ${id}. To tell those affected: breach notify ${id}`,
      ],
      outcome: 'opened',
      subject: id,
    };
  },
};

export const breachReport: TransactionCommand = {
  kind: 'transaction',
  name: 'breach report',
  usage: '<breach id>',
  summary: 'Notes that the authority has been told of a breach',
  async run({ trx, now }, args) {
    const id = requireId(args, whichBreach);
    const breach = await lockBreach(trx, id);
    if (!breach) throw new OperatorMistake('No breach has this id; "breach list" has them.');
    if (breach.reported_at) return { lines: ['It was reported already.'], outcome: 'none', subject: id };
    await updateBreach(trx, id, { reported_at: now });
    const isLate = now > breach.due_at;
    const lines = [isLate ? 'Noted. It was LATE: the report has to say why.' : 'Noted, in time.'];
    return { lines, outcome: isLate ? 'reported late' : 'reported', subject: id };
  },
};

const notice = z.strictObject({ subject: z.string(), paragraphs: z.array(z.string()) });
const notices = z.record(z.enum(locales), notice);

/** Whoever was told once is not told again. */
export const breachNotify: TransactionCommand = {
  kind: 'transaction',
  name: 'breach notify',
  usage: '<breach id> <JSON: per language "subject" and "paragraphs"> [--account <account id> …] [--dry-run]',
  summary: 'Mails those affected by a breach, each in their language: the named accounts, or all',
  async run(act, args) {
    const { trx } = act;
    const { values, positionals } = readOptions(args, {
      account: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
    });
    const id = requireId(positionals.slice(0, 1), whichBreach);
    const words = readNotices(positionals[1]);
    const breach = await lockBreach(trx, id);
    if (!breach) throw new OperatorMistake('No breach has this id; "breach list" has them.');
    const people = await findAddressees(trx, breachKey(id), values.account);
    const strangers = values.account?.filter((each) => !people.some((person) => person.id === each)) ?? [];
    if (strangers.length) throw new OperatorMistake(`Nobody can be told of ${strangers.join(', ')}. Nothing was sent.`);
    const untold = people.filter(({ isTold }) => !isTold);
    if (values['dry-run']) {
      const lines = [`${untold.length} of ${people.length} people would be told. Nothing was sent.`];
      return { lines, outcome: 'dry run', subject: id };
    }
    let told = 0;
    for (const { id: accountId, email } of untold) {
      const locale = (await findLastLanguage(trx, accountId)) ?? defaultLocale;
      const addressee = { accountId, to: email!, locale };
      if (await mailBreach(act, addressee, { id, ...words[locale] })) told += 1;
    }
    await updateBreach(trx, id, { notified: (breach.notified ?? 0) + told });
    const lines = [`${told} mails are on their way; "mail list --state sent" shows those that arrived.`];
    return { lines, outcome: `notified: ${told}`, subject: id };
  },
};

function readNotices(json: string | undefined): z.infer<typeof notices> {
  try {
    return notices.parse(JSON.parse(json ?? ''));
  } catch {
    throw new OperatorMistake(`Give JSON with ${locales.join(', ')}, each with "subject" and "paragraphs".`);
  }
}

/** Fails while one is not reported in time. */
export const breachList: TransactionCommand = {
  kind: 'transaction',
  name: 'breach list',
  usage: '',
  summary: 'Lists breaches with the time left to report them; fails when one is overdue',
  async run({ trx, now }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const found = await findBreaches(trx);
    const overdue = found.filter(({ reported_at, due_at }) => !reported_at && due_at <= now).length;
    return {
      lines: [
        ...found.map(({ id, what, due_at, reported_at, notified }) => {
          const state = reported_at ? `reported ${reported_at.toISOString()}` : describeTimeLeft(due_at, now);
          return `${id}  ${state}  people told: ${notified ?? 0}  ${what}`;
        }),
        overdue ? `${overdue} OVERDUE.` : `${found.length} breaches.`,
      ],
      outcome: `listed: ${found.length}, overdue: ${overdue}`,
      failed: overdue > 0,
    };
  },
};
