import type { SpeechAnswer, SpeechReport } from '../../../shared/api/speech.ts';
import { speechReports } from '../../../shared/business/speech.ts';
import { longestRecordingSeconds } from '../../../shared/business/text-service.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { findPlansAt } from '../../billing/contracts/contracts.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { countReports, describeQuotas, findAllowance, type ReportedUse } from '../quotas/quotas.ts';

type Result = SpeechAnswer['results'][number];

/**
 * Counts recordings that were made into text without asking, each in the month and plan of its own time, the oldest first: of
 * two that share the last request of a quota, the earlier one gets it. Reports may come late, in any order and again. Throws
 * `too-many-requests` for more than anybody dictates in a day.
 */
export async function takeReports(
  deps: ActDependencies,
  accountId: string,
  reports: readonly SpeechReport[],
): Promise<SpeechAnswer> {
  const { kysely } = deps.database;
  const now = deps.clock();
  const account = await findAccount(kysely, accountId);
  if (!account) throw new Problem('confirmation-missing');
  const inOrder = reports.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const { plan, judged } = await judgeReports(kysely, account, inOrder, now);
  const uses = judged.flatMap(({ use }) => use ?? []);
  const states = await act({ ...deps, clock: () => now }, (here) => countReports(here, accountId, uses));
  if (!states) throw new Problem('too-many-requests', { headers: { 'retry-after': String(hourMs / 1000) } });
  const results = new Map<SpeechReport, Result>();
  const told = new Set<string>();
  for (const { report, adjusted, use } of judged) {
    const { id } = report;
    // Twice in one call: it is known when it comes again.
    const state = told.has(id) ? 'known' : (states.get(id) ?? 'known');
    results.set(report, { id, state: use ? state : 'too-long', adjusted });
    if (use) told.add(id);
  }
  const { quotas } = await describeQuotas(kysely, accountId, plan, now);
  return { results: reports.map((report) => results.get(report)!), quotas };
}

/** The month and plan that each belongs to, and the present plan; no use where it is longer than its plan allows. */
async function judgeReports(
  queries: Queries,
  { id: accountId, created_at }: { id: string; created_at: Date },
  reports: readonly SpeechReport[],
  now: Date,
) {
  const timed = reports.map((report) => {
    const told = new Date(report.startedAt);
    const adjusted = !canBe(told, created_at, now);
    return { report, adjusted, at: adjusted ? now : told };
  });
  const [plan, ...plans] = await findPlansAt(queries, accountId, [now, ...timed.map(({ at }) => at)]);
  const judged = timed.map(({ report, adjusted, at }, index): Judged => {
    const { id, mode, seconds, language, model } = report;
    const planThen = plans[index]!;
    if (mode === 'online' && seconds > longestRecordingSeconds(planThen.plan)) return { report, adjusted };
    const entry = {
      ...{ request_id: id, operation: 'transcribe', recording_seconds: seconds, requested_at: at, settled_at: now },
      ...{ language, model, outcome: adjusted ? 'adjusted' : 'reported' },
    };
    return { report, adjusted, use: { report: entry, allowance: findAllowance(planThen, mode, at) } };
  });
  return { plan, judged };
}

interface Judged {
  report: SpeechReport;
  adjusted: boolean;
  use?: ReportedUse;
}

/** Otherwise a wrong clock would be a free quota: that of a month long past, or still to come. */
function canBe(told: Date, accountSince: Date, now: Date): boolean {
  const ahead = told.getTime() - now.getTime();
  return (
    ahead <= speechReports.aheadMinutes * minuteMs && ahead >= -speechReports.oldDays * dayMs && told >= accountSince
  );
}
