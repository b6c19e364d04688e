import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import {
  type MeasureAct,
  type MeasureReason,
  objectionDays,
  throttledRequestsPerHour,
} from '../../../shared/business/measures.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { endAccount, findAccount, lockAccount, reopenAccount, suspendAccount } from '../../people/accounts/accounts.ts';
import { withdrawUnsent } from '../../platform/mails/mails.ts';
import { findNthText } from '../quotas/quotas.ts';
import { mailAboutMeasure } from './measure-mails.ts';
import {
  countExpiredActs,
  findActs,
  findEffective,
  findInForce,
  findOver,
  hasAct,
  hasStanding,
  insertAct,
  noticeKey,
  removeExpiredActs,
} from './measures.queries.ts';
import type { AccountMeasure } from './measures.tables.ts';

export interface NewMeasure {
  act: MeasureAct | 'prove';
  accountId: string;
  reason: MeasureReason;
  sentence: string;
  atOnce: AccountMeasure['at_once'];
  /** The holder may mend it until then. */
  from: Date;
  until: Date | null;
}

/**
 * Notes it and tells the holder the reason. It takes effect once a mail server has that mail, or is known not to take it;
 * `atOnce` where security or the law cannot wait. To `prove` something never takes effect by itself.
 */
export async function takeMeasure(here: Act, measure: NewMeasure): Promise<string> {
  const id = randomUUID();
  const { act, accountId, reason, sentence, atOnce, from, until } = measure;
  const { trx, now } = here;
  await insertAct(trx, {
    id,
    account_id: accountId,
    act,
    measure_id: id,
    reason,
    sentence,
    at_once: atOnce,
    from_at: from,
    until_at: until,
    actor: os.userInfo().username,
    noted_at: now,
  });
  const mail = { reason, sentence, from, until, mendBy: from > now ? from : null };
  await mailAboutMeasure(here, accountId, { kind: `measure-${act}`, dedupeKey: noticeKey + id, ...mail });
  return id;
}

/** One more step of a measure, once. */
export function noteAct(
  { trx, now }: Act,
  { id, account_id }: AccountMeasure,
  { act, sentence = null, actor = os.userInfo().username }: Pick<AccountMeasure, 'act'> & Partial<AccountMeasure>,
): Promise<boolean> {
  return insertAct(trx, {
    id: randomUUID(),
    account_id,
    act,
    measure_id: id,
    reason: null,
    sentence,
    at_once: null,
    from_at: now,
    until_at: null,
    actor,
    noted_at: now,
  });
}

/** When a person has to have decided. */
export const decideBy = (objectedAt: Date): Date => new Date(objectedAt.getTime() + objectionDays * dayMs);

/** Lets measures take effect, and ends those that are over. Each in a transaction of its own. */
export async function applyMeasures(deps: ActDependencies): Promise<void> {
  const { kysely } = deps.database;
  const now = deps.clock();
  const each = async (measures: AccountMeasure[], work: (here: Act, measure: AccountMeasure) => Promise<void>) => {
    for (const measure of measures) await act(deps, (here) => work(here, measure));
  };
  await each(await findEffective(kysely, now), apply);
  await each(await findOver(kysely, now), end);
}

async function apply(here: Act, measure: AccountMeasure): Promise<void> {
  const { trx, now } = here;
  const { account_id: id, act } = measure;
  const account = await lockAccount(trx, id);
  // Since this sweep has found it.
  if (await hasAct(trx, measure.id, 'lift')) return;
  if (!(await noteAct(here, measure, { act: 'apply', actor: 'system' }))) return;
  if (!account) return;
  // Whoever closed it before can then not keep it, and it is erased no later.
  if (act === 'terminate') await endAccount(trx, id, account.ended_at ?? now, 'company');
  else if (act === 'suspend' && account.status !== 'ended') await suspendAccount(trx, id);
}

/**
 * Takes it back. One that was announced and not in effect yet never is: its notice is not sent any more, and whoever may have it is told.
 * False where it was taken back before.
 */
export async function liftMeasure(here: Act, measure: AccountMeasure): Promise<boolean> {
  const { trx } = here;
  const { id, account_id: accountId, act } = measure;
  if (!(await noteAct(here, measure, { act: 'lift' }))) return false;
  if ((await hasAct(trx, id, 'apply')) || (await hasAct(trx, id, 'seen'))) return true;
  if (await withdrawUnsent(trx, noticeKey + id)) return true;
  const others = await findInForce(trx, accountId);
  if (!others.some((other) => other.act === act)) await mailLifted(here, measure);
  return true;
}

/** That everything works as before is told only where nothing else is in effect or announced. */
async function mailLifted(here: Act, { id, account_id }: AccountMeasure) {
  const { trx } = here;
  const isFree = (await findAccount(trx, account_id))?.status !== 'suspended' && !(await hasStanding(trx, account_id));
  const kind = isFree ? 'measure-lifted' : 'measure-lifted-partly';
  await mailAboutMeasure(here, account_id, { kind, dedupeKey: `measure-lifted ${id}` });
}

async function end(here: Act, measure: AccountMeasure): Promise<void> {
  const { trx } = here;
  const { account_id: id, act } = measure;
  const account = await lockAccount(trx, id);
  if (!(await noteAct(here, measure, { act: 'end', actor: 'system' }))) return;
  if (!account || account.status === 'ended') return;
  const others = await findInForce(trx, id);
  if (others.some((other) => other.act === act)) return;
  if (act === 'suspend' && account.status === 'suspended') await reopenAccount(trx, id);
  // An operator has suspended it by hand as well, of which nobody was told.
  if ((await findAccount(trx, id))?.status === 'suspended') return;
  await mailLifted(here, measure);
}

/** What is in effect against the account, for its holder. */
export async function describeMeasures(queries: Queries, accountId: string): Promise<Partial<AccountAnswer>> {
  const measures = await findInForce(queries, accountId);
  const acts = measures.length ? await findActs(queries, accountId) : [];
  return {
    measures: measures.map(({ id, act, reason, sentence, until_at }) => ({
      id,
      act: act as 'suspend' | 'throttle' | 'block',
      reason: reason!,
      sentence,
      until: until_at?.toISOString() ?? null,
      objection: describeObjection(acts.filter(({ measure_id }) => measure_id === id)),
    })),
  };
}

function describeObjection(acts: readonly AccountMeasure[]): AccountAnswer['measures'][number]['objection'] {
  const objected = acts.find(({ act }) => act === 'object');
  return objected
    ? {
        at: objected.noted_at.toISOString(),
        decideBy: decideBy(objected.noted_at).toISOString(),
        isDecided: acts.some(({ act }) => act === 'decide'),
      }
    : null;
}

/** Throws `text-service-blocked` or `account-throttled` where a measure says so. Suspended accounts are met before. */
export async function requireTextAllowed(queries: Queries, accountId: string, now: Date): Promise<void> {
  const inForce = await findInForce(queries, accountId);
  const find = (wanted: MeasureAct) => inForce.find(({ act }) => act === wanted);
  const [block, throttle] = [find('block'), find('throttle')];
  if (block) throw new Problem('text-service-blocked', { members: why(block) });
  if (!throttle) return;
  const since = new Date(now.getTime() - hourMs);
  const oldest = await findNthText(queries, accountId, since, throttledRequestsPerHour);
  if (!oldest) return;
  const wait = String(Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  const told = {
    'ratelimit-policy': `"throttled";q=${throttledRequestsPerHour};w=3600`,
    ratelimit: `"throttled";r=0;t=${wait}`,
  };
  throw new Problem('account-throttled', { headers: { 'retry-after': wait, ...told }, members: why(throttle) });
}

const why = ({ reason, until_at }: AccountMeasure) => ({ reason: reason!, until: until_at?.toISOString() ?? null });

/** Why an account is suspended, and until when; undefined where an operator suspended it by hand. */
export async function findSuspension(queries: Queries, accountId: string): Promise<ReturnType<typeof why> | undefined> {
  const suspension = (await findInForce(queries, accountId)).find(({ act }) => act === 'suspend');
  return suspension && why(suspension);
}

export async function exportMeasures(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const acts = await findActs(trx, accountId);
  return acts.map((row) => ({
    id: row.id,
    act: row.act,
    measureId: row.measure_id,
    reason: row.reason,
    sentence: row.sentence,
    atOnce: row.at_once,
    fromAt: row.from_at,
    untilAt: row.until_at,
    notedAt: row.noted_at,
  }));
}

export const measureRetention: RetentionRule = {
  name: 'account-measures',
  cutoff: (now) => findPeriodStart(now, retention.measureYears * 12),
  count: countExpiredActs,
  remove: removeExpiredActs,
};
