import { plans } from '../../../shared/business/plans.ts';
import { findQuotaCycle } from '../../../shared/business/quota-cycle.ts';
import { longestRecordingSeconds, longestTranscript } from '../../../shared/business/text-service.ts';
import { type AccountPlan, findPlanAt } from '../../billing/contracts/contracts.ts';
import { Problem } from '../../http/problem.ts';
import type { ToldQuota } from '../../http/rate-limit-fields.ts';
import { requireTextAllowed } from '../measures/measures.ts';
import {
  type Allowance,
  type Attempt,
  admit,
  findAllowance,
  findCeilingEnd,
  findUsed,
  unlimited,
} from '../quotas/quotas.ts';
import { deriveMark } from './marks.ts';
import type { TextCall, TextService, ToldAllowance } from './text-call.ts';

/** What an admitted request goes on with. */
export interface Admitted {
  accountId: string;
  attempt: Attempt;
  allowance: Allowance & Pick<ToldQuota, 'start' | 'end'>;
}

/** For how long a client waits before it asks for the same again. */
const askAgainSeconds = 5;

/** Counts a request before anything is written for it. Throws the problem for which it cannot be. */
export async function admitText(service: TextService, call: TextCall): Promise<Admitted> {
  const { database, clock, config } = service;
  const { accountId, requestId, operation, request } = call;
  const now = clock();
  const [plan, ceilingEnd] = await Promise.all([
    findPlanAt(database.kysely, accountId, now),
    findCeilingEnd(database.kysely, accountId, now),
    requireTextAllowed(database.kysely, accountId, now),
  ]);
  // Nothing was ever accepted for it.
  if (!plan) throw new Problem('confirmation-missing');
  const allowance = { ...findAllowance(plan, 'online', now), ...findQuotaCycle(plan.anchor, now) };
  const tellAllowance = async (used?: number) => {
    call.onAllowance(await describeQuota(service, accountId, allowance, used));
  };
  try {
    requireLengths(call, plan);
    if (ceilingEnd) throw refuseUntil('daily-ceiling-reached', ceilingEnd, now);
  } catch (error) {
    await tellAllowance();
    throw error;
  }
  const fingerprint = deriveMark(config.linkSecret, 'fingerprint', JSON.stringify([operation, request]));
  const entry = {
    account_id: accountId,
    request_id: requestId,
    feature: operation === 'generate' ? 'text-generation' : 'text-enhancement',
    operation,
    fingerprint,
    recording_seconds: request.recording ? Math.round(request.recording.seconds) : null,
    language: request.language,
  } as const;
  const admission = await admit(database, entry, allowance, now);
  await tellAllowance(admission.state === 'admitted' ? admission.used : undefined);
  const inSeconds = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } });
  switch (admission.state) {
    case 'admitted':
      return { accountId, attempt: admission.attempt, allowance };
    case 'exhausted':
      throw refuseUntil('quota-exhausted', allowance.end, now);
    case 'busy':
      throw new Problem('too-many-open-requests', inSeconds(askAgainSeconds));
    case 'in-progress':
      throw new Problem('request-in-progress', inSeconds(askAgainSeconds));
    case 'answered':
      throw new Problem('request-already-answered');
    case 'other-content':
      throw new Problem('idempotency-key-reused');
  }
}

/** What is told is believed; what is sent cannot be longer than anybody speaks in that time. */
function requireLengths({ request: { transcript, recording } }: TextCall, { plan }: AccountPlan): void {
  const longest = longestRecordingSeconds(plan);
  if (recording && recording.seconds > longest)
    throw new Problem('recording-too-long', {
      detail: `The plan allows ${plans[plan].maxOnlineRecordingMinutes} minutes.`,
    });
  const max = longestTranscript(recording?.seconds ?? longest);
  if (transcript.length > max)
    throw new Problem('transcript-too-long', { detail: `At most ${max} characters belong to this recording.` });
}

function refuseUntil(code: 'quota-exhausted' | 'daily-ceiling-reached', end: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
  return new Problem(code, {
    headers: { 'retry-after': String(seconds) },
    members: { resetsAt: end.toISOString() },
  });
}

/** How much is left of the month; looked for unless it is `known` how much is used. */
export async function describeQuota(
  { database }: TextService,
  accountId: string,
  { pool, cycleStart, limit, start, end }: Admitted['allowance'],
  known?: number,
): Promise<ToldAllowance> {
  const used = known ?? (await findUsed(database.kysely, accountId, pool, cycleStart));
  if (limit >= unlimited) return { name: pool, limit: null, used, remaining: null, start, end };
  return { name: pool, limit, used, remaining: Math.max(0, limit - used), start, end };
}
