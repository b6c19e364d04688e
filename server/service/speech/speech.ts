import type { SpeechAnswer, SpeechReport } from '../../../shared/api/speech.ts';
import { speechReports } from '../../../shared/business/speech.ts';
import { longestRecordingSeconds } from '../../../shared/business/text-service.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../http/problem.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { countReport, describeQuotas, findAllowance } from '../quotas/quotas.ts';

type Result = SpeechAnswer['results'][number];

/**
 * Counts recordings that were made into text without asking, each in the month and plan of its own time, the oldest first: of
 * two that share the last request of a quota, the earlier one gets it. Reports may come late, in any order and again.
 */
export async function takeReports(
  database: Database,
  accountId: string,
  reports: readonly SpeechReport[],
  now: Date,
): Promise<SpeechAnswer> {
  const account = await findAccount(database.kysely, accountId);
  if (!account) throw new Problem('confirmation-missing');
  const results = new Map<SpeechReport, Result>();
  const inOrder = reports.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  for (const report of inOrder) results.set(report, await takeReport(database, account, report, now));
  const plan = await findPlanAt(database.kysely, accountId, now);
  const { quotas } = await describeQuotas(database.kysely, accountId, plan, now);
  return { results: reports.map((report) => results.get(report)!), quotas };
}

async function takeReport(
  database: Database,
  account: { id: string; created_at: Date },
  { id, mode, startedAt, seconds, language, model }: SpeechReport,
  now: Date,
): Promise<Result> {
  const told = new Date(startedAt);
  const adjusted = !canBe(told, account.created_at, now);
  const at = adjusted ? now : told;
  const plan = (await findPlanAt(database.kysely, account.id, at))!;
  if (mode === 'online' && seconds > longestRecordingSeconds(plan.plan)) return { id, state: 'too-long', adjusted };
  const report = {
    ...{ account_id: account.id, request_id: id, operation: 'transcribe', recording_seconds: seconds },
    ...{ requested_at: at, settled_at: now, language, model, outcome: adjusted ? 'adjusted' : 'reported' },
  };
  return { id, state: await countReport(database, report, findAllowance(plan, mode, at)), adjusted };
}

/** Otherwise a wrong clock would be a free quota: that of a month long past, or still to come. */
function canBe(told: Date, accountSince: Date, now: Date): boolean {
  const ahead = told.getTime() - now.getTime();
  return (
    ahead <= speechReports.aheadMinutes * minuteMs && ahead >= -speechReports.oldDays * dayMs && told >= accountSince
  );
}
