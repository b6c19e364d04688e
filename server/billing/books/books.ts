import { sql } from 'kysely';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import type { Queries } from '../../database/schema.ts';
import type { Check, Finding } from './check.ts';
import { contractChecks } from './contract-checks.ts';
import { invoiceChecks } from './invoice-checks.ts';
import { paymentChecks } from './payment-checks.ts';

export { verifyCharges } from './charges.ts';
export type { Finding } from './check.ts';

const checks: readonly Check[] = [...invoiceChecks, ...paymentChecks, ...contractChecks];

const mostNamed = 10;

/** Everything in the books that contradicts something else in them, by queries that use none of the rules that wrote it. */
export async function verifyBooks(queries: Queries, now: Date): Promise<Finding[]> {
  const settled = new Date(now.getTime() - hourMs);
  const zurichDay = zurichDayOf(settled);
  const booksFrom = `${Number(zurichDay.slice(0, 4)) - retention.bookkeepingYears + 1}-01-01`;
  const at = { now, settled, zurichDay, utcDay: utcDayOf(settled), booksFrom };
  const findings: Finding[] = [];
  for (const { name, fault, find } of checks) {
    const { rows } = await sql<{ subject: string; count: number }>`
      select subject, (count(*) over ())::integer as count from (${find(at)}) as found
        order by subject limit ${mostNamed}::integer`.execute(queries);
    if (rows.length)
      findings.push({ name, fault, count: rows[0]!.count, subjects: rows.map(({ subject }) => subject) });
  }
  return findings;
}

/** A line for people. */
export const describeFinding = ({ name, fault, count, subjects }: Finding): string =>
  `${name.padEnd(12)}  ${count}: ${fault}: ${subjects.join(' ')}${count > subjects.length ? ' …' : ''}`;
