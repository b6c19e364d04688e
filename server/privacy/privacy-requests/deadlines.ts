import {
  breachReportHours,
  dataSubjectRequestDays,
  requestReminderDays,
} from '../../../shared/business/privacy-requests.ts';
import { support } from '../../../shared/business/support.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { instantAt, zoneTimeAt } from '../../../shared/zone-time.ts';

/** The end of the last day on which a request received then is answered in time, where the company is. */
export function findDueTime(receivedAt: Date): Date {
  const { year, month, day } = zoneTimeAt(receivedAt, support.timeZone);
  return instantAt(year, month, day + dataSubjectRequestDays + 1, '00:00', support.timeZone);
}

export const findReportTime = (knownAt: Date): Date => new Date(knownAt.getTime() + breachReportHours * hourMs);

const requestReminders = requestReminderDays.map((days) => days * dayMs);

/** An authority is told within days, so people are reminded within hours. */
const breachReminders = [72, 48, 24, 12, 6, 3, 1].map((hours) => hours * hourMs);

/**
 * When the operator should last have been reminded before `now`: so long before `dueAt`, then every day until it is done. Undefined
 * while there is time.
 */
function findReminder(dueAt: Date, leadsMs: readonly number[], now: Date): Date | undefined {
  const due = dueAt.getTime();
  const daysAfterLast = Math.floor((now.getTime() - (due - leadsMs.at(-1)!)) / dayMs);
  const times = [...leadsMs.map((lead) => due - lead), due - leadsMs.at(-1)! + Math.max(0, daysAfterLast) * dayMs];
  const past = times.filter((time) => time <= now.getTime());
  return past.length ? new Date(Math.max(...past)) : undefined;
}

interface Reminded {
  due_at: Date;
  reminded_at: Date | null;
}

const needsReminder = (leadsMs: readonly number[]) => (row: Reminded, now: Date) => {
  const time = findReminder(row.due_at, leadsMs, now);
  return time !== undefined && (row.reminded_at === null || row.reminded_at < time);
};

export const requestNeedsReminder = needsReminder(requestReminders);
export const breachNeedsReminder = needsReminder(breachReminders);
/** Nobody is reminded of a request that is due later. */
export const firstReminderMs = requestReminders[0]!;
