import { utcDayOf } from '../../../shared/days.ts';
import { formatDay } from '../../../shared/format.ts';
import type { useMessages } from '../../messages/use-messages.ts';

/** The last day before `version`, `YYYY-MM-DD`. */
function dayBefore(version: string): string {
  return utcDayOf(new Date(new Date(`${version}T00:00:00Z`).getTime() - 1));
}

/** Says when `version` applies: until the day before `next`, if there is one. */
export function sayValidity(
  { t, locale }: Pick<ReturnType<typeof useMessages>, 't' | 'locale'>,
  version: string,
  next: string | undefined,
  isAnnounced: (version: string) => boolean,
): string {
  const from = formatDay(locale, version);
  if (!next) return isAnnounced(version) ? t('legal.archive.from', { from }) : t('legal.archive.since', { from });
  const last = dayBefore(next);
  const until = formatDay(locale, last);
  if (isAnnounced(next))
    return last === version ? t('legal.archive.one-day', { day: from }) : t('legal.archive.until', { from, until });
  return last === version ? t('legal.archive.was.one-day', { day: from }) : t('legal.archive.was', { from, until });
}
