import { legalVersions } from '../../content/legal/versions.ts';

/**
 * The days (`YYYY-MM-DD`, from 00:00 UTC) on which pages of the built site change: those of all announced versions, and
 * the last one before `now`, so that a server whose clock is behind the build's still shows what it has in force.
 */
export function daysOfChange(now: Date, versions: Record<string, readonly string[]> = legalVersions): string[] {
  const today = now.toISOString().slice(0, 10);
  const days = [...new Set(Object.values(versions).flat())].toSorted();
  const last = days.findLast((day) => day <= today);
  return days.filter((day) => day > today || day === last);
}

/** The day before `day`, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
}
