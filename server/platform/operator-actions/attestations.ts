import { sql } from 'kysely';
import { attestationMonths, attestations } from '../../../shared/business/attestations.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { addMonths } from '../../../shared/months.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import type { Job } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import { mailOperators } from '../mails/mails.ts';

const attested = 'attested';

/** The first is due a year after there was somebody to promise anything to; before, none is. */
async function findDueTimes(
  queries: Queries,
): Promise<{ id: string; what: string; last: Date | null; due: Date | null }[]> {
  const { rows } = await sql<{ subject: string | null; at: Date }>`
    select subject, max(performed_at) as at from operator_actions where command = 'attest' and outcome = ${attested}
      group by subject
    union all select null, min(created_at) from accounts having count(*) > 0`.execute(queries);
  const timeOf = (subject: string | null) => rows.find((row) => row.subject === subject)?.at ?? null;
  return attestations.map(({ id, what }) => {
    const last = timeOf(id);
    const start = last ?? timeOf(null);
    return { id, what, last, due: start && addMonths(start, attestationMonths) };
  });
}

/** What nobody but a person can keep: they say that they have looked, and the record of actions holds it. */
export const attest: TransactionCommand = {
  kind: 'transaction',
  name: 'attest',
  usage: '[<what>]',
  summary: `Records that you have checked a promise which only people keep; alone, shows which are due, every ${attestationMonths} months`,
  async run({ trx, now }, [id, ...rest]) {
    const known = await findDueTimes(trx);
    if (id !== undefined) {
      const found = known.find((each) => each.id === id);
      if (!found || rest.length) throw new OperatorMistake(`Give one of ${known.map((each) => each.id).join(', ')}.`);
      return { lines: [`You confirm: ${found.what}`], outcome: attested, subject: id };
    }
    const isDue = (due: Date | null) => due !== null && due <= now;
    const overdue = known.filter(({ due }) => isDue(due)).length;
    return {
      lines: known.flatMap(({ id: each, what, last, due }) => [
        `${each}: ${last ? `confirmed on ${utcDayOf(last)}` : 'never confirmed'}, ${isDue(due) ? 'DUE since' : 'due on'} ${due ? utcDayOf(due) : 'no day yet'}`,
        `  ${what}`,
      ]),
      outcome: `due: ${overdue}`,
      failed: overdue > 0,
    };
  },
};

/** Once in each month in which one is due. */
export const attestationJob: Job = {
  name: 'attestations',
  schedule: '37 6 * * *',
  async handle(deps) {
    const now = deps.clock();
    for (const { id, what, due } of await findDueTimes(deps.database.kysely)) {
      if (!due || due > now) continue;
      deps.log.warn({ records: 1 }, 'a promise that only people keep was not confirmed for a year');
      await mailOperators(deps, {
        key: `attest ${id} ${now.toISOString().slice(0, 7)}`,
        subject: 'A promise is to be confirmed',
        paragraphs: [what, `See that it is so. Then: attest ${id}`],
        note: 'The record of actions holds that somebody has looked; docs/operations.md says more.',
      });
    }
  },
};
