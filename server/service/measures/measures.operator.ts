import type { Act } from '../../contract/act.ts';
import { OperatorMistake, readOptions, requireId, type TransactionCommand } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { endAccount, lockAccount } from '../../people/accounts/accounts.ts';
import { goOnWith, isRestorable } from '../../privacy/closing/closing.ts';
import { mailAboutMeasure } from './measure-mails.ts';
import { findActs, findMeasure, hasAct } from './measures.queries.ts';
import type { AccountMeasure } from './measures.tables.ts';
import { decideBy, liftMeasure, noteAct } from './measures.ts';
import { noteObjection } from './objections.ts';
import { requireSentence } from './taking.operator.ts';

export const measureLift: TransactionCommand = {
  kind: 'transaction',
  name: 'measure lift',
  usage: '<measure id>',
  summary: 'Takes a measure back; the holder is told unless its notice has not left yet',
  async run(here, args) {
    const { trx } = here;
    const measure = await requireMeasure(trx, args);
    // It takes effect before or not at all.
    await lockAccount(trx, measure.account_id);
    if (measure.act === 'terminate' && (await hasAct(trx, measure.id, 'apply')))
      throw new OperatorMistake(`The account has ended: "account restore ${measure.account_id}" brings it back.`);
    if (!(await liftMeasure(here, measure)))
      return { lines: ['It is lifted already.'], outcome: 'none', subject: measure.account_id };
    return { lines: ['Lifted within a minute.'], outcome: 'lifted', subject: measure.account_id };
  },
};

/** An objection that came by mail; one by the button on the account page notes itself. */
export const measureObject: TransactionCommand = {
  kind: 'transaction',
  name: 'measure object',
  usage: '<measure id>',
  summary: 'Notes that the holder objected to a measure, and confirms it to them',
  async run(here, args) {
    const { trx, now } = here;
    const measure = await requireMeasure(trx, args);
    if (!(await noteObjection(here, measure, { sentence: null })))
      return { lines: ['It is noted already.'], outcome: 'none', subject: measure.account_id };
    return {
      lines: [`To be decided by ${decideBy(now).toISOString()}.`],
      outcome: 'objection',
      subject: measure.account_id,
    };
  },
};

export const measureDecide: TransactionCommand = {
  kind: 'transaction',
  name: 'measure decide',
  usage: '<measure id> --sentence "<in the holder’s language>" [--lift]',
  summary: 'Notes the decision about an objection, tells the holder, and lifts the measure where that is decided',
  async run(here, args) {
    const { trx } = here;
    const { values, positionals } = readOptions(args, { sentence: { type: 'string' }, lift: { type: 'boolean' } });
    const measure = await requireMeasure(trx, positionals);
    const sentence = requireSentence(values.sentence);
    if (!(await hasAct(trx, measure.id, 'object'))) throw new OperatorMistake('Nobody has objected to it.');
    if (await hasAct(trx, measure.id, 'decide')) throw new OperatorMistake('It is decided already.');
    await noteAct(here, measure, { act: 'decide', sentence });
    if (values.lift) {
      await undoTermination(here, measure);
      await noteAct(here, measure, { act: 'lift' });
    }
    const decided = { kind: 'objection-decided', dedupeKey: `objection-decided ${measure.id}`, sentence } as const;
    const isTold = await mailAboutMeasure(here, measure.account_id, decided);
    return {
      lines: [isTold ? 'The holder is told.' : 'The holder has no address here any more: tell them by letter.'],
      outcome: values.lift ? 'decided: lifted' : 'decided: upheld',
      subject: measure.account_id,
    };
  },
};

/**
 * An account that the measure has ended goes on, and one that its holder had closed before can be kept again. Throws
 * `OperatorMistake` where neither is possible any more.
 */
async function undoTermination(here: Act, measure: AccountMeasure): Promise<void> {
  const { trx, now } = here;
  if (measure.act !== 'terminate') return;
  const account = await lockAccount(trx, measure.account_id);
  const acts = await findActs(trx, measure.account_id);
  const applied = acts.find(({ act, measure_id }) => act === 'apply' && measure_id === measure.id);
  if (!applied || account?.status !== 'ended' || account.ended_by === 'holder') return;
  if (!isRestorable(account, now))
    throw new OperatorMistake('The account is erased and cannot go on: decide without --lift, and say so.');
  if (account.ended_at! < applied.noted_at) await endAccount(trx, account.id, account.ended_at!, 'holder');
  else await goOnWith(here, account);
}

/** Of the proof itself nothing is kept. */
export const measureSeen: TransactionCommand = {
  kind: 'transaction',
  name: 'measure seen',
  usage: '<measure id>',
  summary: 'Notes that the proof a holder was asked for was seen',
  async run(here, args) {
    const measure = await requireMeasure(here.trx, args);
    if (measure.act !== 'prove') throw new OperatorMistake('No proof was asked for with it.');
    const isNew = await noteAct(here, measure, { act: 'seen' });
    return { lines: ['Noted.'], outcome: isNew ? 'seen' : 'none', subject: measure.account_id };
  },
};

/** Fails while one waits too long for a person. */
export const measureList: TransactionCommand = {
  kind: 'transaction',
  name: 'measure list',
  usage: '[--account <account id>]',
  summary: 'Lists measures and what became of them, and objections that wait for a decision',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { account: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('measure list takes only --account.');
    const acts = await findActs(trx, values.account);
    const measures = acts.filter(({ id, measure_id }) => id === measure_id);
    const lines = measures.flatMap((measure) => describeMeasure(measure, acts, now));
    const overdue = lines.filter((line) => line.includes('OVERDUE')).length;
    return {
      lines: lines.length ? lines : ['No measures.'],
      outcome: `listed: ${measures.length}, overdue: ${overdue}`,
      failed: overdue > 0,
      // Anything may have been typed; what has measures is an account's id.
      subject: measures.length ? (values.account ?? null) : null,
    };
  },
};

function describeMeasure(measure: AccountMeasure, acts: readonly AccountMeasure[], now: Date): string[] {
  const { id, account_id, act, reason, from_at, until_at } = measure;
  const later = acts.filter((each) => each.measure_id === id && each.id !== id);
  const objected = later.find((each) => each.act === 'object');
  const isOpen = objected && !later.some((each) => each.act === 'decide');
  const due = objected && decideBy(objected.noted_at);
  return [
    `${id}  ${account_id}  ${act}: ${reason}  from ${from_at.toISOString()}${until_at ? ` until ${until_at.toISOString()}` : ''}`,
    ...later.flatMap((each) => [
      `    ${each.noted_at.toISOString()}  ${each.act}  (${each.actor})`,
      ...(each.act === 'object' && each.sentence ? [`        ${JSON.stringify(each.sentence)}`] : []),
    ]),
    ...(act === 'prove' && until_at! < now && !later.some((each) => each.act === 'seen' || each.act === 'lift')
      ? ['    OVERDUE: nothing was shown; decide what follows, or lift it']
      : []),
    ...(isOpen && due ? [`    ${due < now ? 'OVERDUE: ' : ''}to be decided by ${due.toISOString()}`] : []),
  ];
}

async function requireMeasure(trx: OpenTransaction, args: readonly string[]): Promise<AccountMeasure> {
  const measure = await findMeasure(trx, requireId(args, 'Give the id of one measure, as measure list prints it.'));
  if (!measure) throw new OperatorMistake('There is no measure with this id.');
  return measure;
}
