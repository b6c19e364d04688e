import { budgets } from '../../../shared/business/budgets.ts';
import type { Quota } from '../../../shared/business/plans.ts';
import { findQuotaCycle } from '../../../shared/business/quota-cycle.ts';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import { openRequests, repeats, reservationSeconds } from '../../../shared/business/text-service.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AccountPlan } from '../../billing/contracts/contracts.ts';
import type { Act } from '../../contract/act.ts';
import type { Database } from '../../database/database.ts';
import {
  type Allowance,
  type Attempt,
  admitNew,
  countOneMore,
  findOverdue,
  findRequest,
  findUsed,
  type NewRequest,
  openOneMore,
  reopen,
  type Settlement,
  settle,
} from './quotas.queries.ts';
import type { UsageRequest } from './quotas.tables.ts';
import { enterReports, lockCounters, type ReportedUse } from './reports.queries.ts';

export { describeMonth, describeQuotas, findCeilingEnd } from './quota-state.ts';
export { type Allowance, type Attempt, findNthText, findUsed } from './quotas.queries.ts';
export type { ReportedUse } from './reports.queries.ts';

/** What the ledger says to a request. */
export type Admission =
  | { state: 'admitted'; attempt: Attempt; used: number }
  /** The month's quota is used up. */
  | { state: 'exhausted' }
  /** As many requests as allowed are being answered. */
  | { state: 'busy' }
  /** The same request is being answered. */
  | { state: 'in-progress' }
  /** It has been answered, as often or as long ago as an answer can be asked for again. */
  | { state: 'answered' }
  /** The id was used for something else. */
  | { state: 'other-content' };

/** The largest integer of a column, which nobody reaches. */
export const unlimited = 2_147_483_647;
const secondMs = 1000;
const uniqueViolation = '23505';

/** How much an account may use of a pool in the month of quotas in which `at` lies. */
export function findAllowance({ anchor, quotas, plan }: AccountPlan, pool: QuotaPool, at: Date): Allowance {
  return {
    pool,
    cycleStart: findQuotaCycle(anchor, at).start,
    limit: asLimit(quotas[pool]),
    maxOpen: plan === 'free' ? openRequests.free : openRequests.paid,
  };
}

const asLimit = (quota: Quota) => (quota === 'unlimited' ? unlimited : quota);

/**
 * Counts a request before it is answered, or says why not. A repeat of one that was given back is admitted anew; of one
 * that has counted, a few times within some minutes, without counting again.
 */
export async function admit(
  database: Database,
  given: Omit<NewRequest, 'requested_at' | 'open_until'>,
  allowance: Allowance,
  at: Date,
): Promise<Admission> {
  const openUntil = new Date(at.getTime() + reservationSeconds * secondMs);
  const request: NewRequest = { ...given, requested_at: at, open_until: openUntil };
  const usedThen = await unlessTwice(() => admitNew(database.kysely, request, allowance));
  if (usedThen !== undefined) return admitted({ ...given, attempts: 1 }, usedThen);
  const known = await findRequest(database.kysely, given.account_id, given.request_id);
  if (known) return repeat(database, known, request, allowance);
  const used = await findUsed(database.kysely, given.account_id, allowance.pool, allowance.cycleStart);
  return { state: used >= allowance.limit ? 'exhausted' : 'busy' };
}

/** The same id twice at once: the other one was entered, and nothing of this one was done. */
async function unlessTwice<Result>(enter: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await enter();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return undefined;
    throw error;
  }
}

/** The first with its id: it may stand in one call twice. */
const isFirst = ({ report }: ReportedUse, index: number, all: readonly ReportedUse[]) =>
  all.findIndex((each) => each.report.request_id === report.request_id) === index;

export type ReportState = 'counted' | 'over-quota' | 'known';

/**
 * Enters it in the given order: counted as far as the quotas go, and no more than a number beyond them. What was counted is known
 * when it comes again. Undefined, and nothing is entered, where the account would have reported more than `budgets.recordings` in
 * a day.
 */
export async function countReports(
  { trx, now }: Act,
  accountId: string,
  uses: readonly ReportedUse[],
): Promise<ReadonlyMap<string, ReportState> | undefined> {
  const unique = uses.filter(isFirst);
  await lockCounters(
    trx,
    accountId,
    unique.map(({ allowance }) => allowance),
  );
  const bound = {
    since: new Date(now.getTime() - dayMs),
    day: utcDayOf(now),
    max: budgets.recordings.day.account,
  };
  const entered = await enterReports(trx, accountId, unique, bound);
  return entered && new Map(entered.map(({ id, state }) => [id, state]));
}

const admitted = ({ account_id, request_id, attempts }: Attempt, used: number): Admission => ({
  state: 'admitted',
  attempt: { account_id, request_id, attempts },
  used,
});

async function repeat(
  database: Database,
  known: UsageRequest,
  request: NewRequest,
  allowance: Allowance,
): Promise<Admission> {
  if (isOther(known, request)) return { state: 'other-content' };
  if (known.state === 'open') return { state: 'in-progress' };
  if (known.state === 'counted' && !canBeRepeated(known, request.requested_at)) return { state: 'answered' };
  const admission = await reopenOnce(database, known, request, allowance);
  if (admission !== 'full') return admission;
  // What is full may be so because another repeat of the same request came first.
  const present = await findRequest(database.kysely, known.account_id, known.request_id);
  if (present?.state === 'open') return { state: 'in-progress' };
  const used = await findUsed(database.kysely, known.account_id, allowance.pool, allowance.cycleStart);
  return { state: known.state === 'released' && used >= allowance.limit ? 'exhausted' : 'busy' };
}

function isOther(known: UsageRequest, request: NewRequest): boolean {
  if (known.operation !== request.operation) return true;
  return known.fingerprint !== null && request.fingerprint !== null && known.fingerprint !== request.fingerprint;
}

function canBeRepeated({ attempts, settled_at }: UsageRequest, at: Date): boolean {
  const endsAt = settled_at!.getTime() + repeats.withinMinutes * 60 * secondMs;
  return attempts <= repeats.max && at.getTime() <= endsAt;
}

/** Undoes what was counted for a repeat that another one has overtaken. */
class Overtaken extends Error {}

async function reopenOnce(
  { kysely }: Database,
  known: UsageRequest,
  { requested_at, open_until, fingerprint }: NewRequest,
  allowance: Allowance,
): Promise<Admission | 'full'> {
  const isGivenBack = known.state === 'released';
  const anew = { settled_at: null, requested_at, fingerprint, pool: allowance.pool, cycle_start: allowance.cycleStart };
  try {
    return await kysely.transaction().execute(async (trx) => {
      const used = isGivenBack
        ? await countOneMore(trx, known.account_id, allowance)
        : await openOneMore(trx, known, allowance.maxOpen);
      if (used === undefined) return 'full';
      if (!(await reopen(trx, known, { open_until, ...(isGivenBack && anew) }))) throw new Overtaken();
      return admitted({ ...known, attempts: known.attempts + 1 }, used);
    });
  } catch (error) {
    if (error instanceof Overtaken) return { state: 'in-progress' };
    throw error;
  }
}

/** How an attempt ended. */
export type Ending = Pick<Settlement, 'state'> & { outcome: string } & Partial<Settlement>;

/**
 * Counts an admitted request for good, or gives it back. Returns how much is used then. Safe to repeat: undefined where it has
 * been settled before.
 */
export async function finish(
  { kysely }: Database,
  attempt: Attempt,
  ending: Ending,
  at: Date,
): Promise<number | undefined> {
  const nothing = { model: null, prompt_version: null, input_tokens: null, output_tokens: null };
  return settle(kysely, attempt, { ...nothing, ...ending, settled_at: at });
}

/** At a time; the next run takes the rest. */
const releasedAtOnce = 1000;

/** Gives back what a server admitted and never settled. Returns how many there were. */
export async function releaseOverdue(database: Database, now: Date): Promise<number> {
  const overdue = await findOverdue(database.kysely, now, releasedAtOnce);
  let released = 0;
  for (const attempt of overdue)
    if ((await finish(database, attempt, { state: 'released', outcome: 'abandoned' }, now)) !== undefined)
      released += 1;
  return released;
}
