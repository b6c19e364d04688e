import { useEffect, useState } from 'react';
import { support } from '../../../../shared/business/support.ts';
import { type SupportState, supportClockMinutes, supportStateAt } from '../../../../shared/business/support-hours.ts';
import { formatTime } from '../../../../shared/format.ts';
import { formattingLocales, type Locale } from '../../../../shared/locales.ts';
import { type Translate, useMessages } from '../../../messages/use-messages.ts';

/** The name of an ISO weekday: 1 is Monday. */
function weekdayName(locale: Locale, weekday: number, width: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(formattingLocales[locale], { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );
}

/** The time of day at `instant`: on the company's clock, or on the visitor's when no zone is given. */
const timeOfDay = (locale: Locale, instant: Date, timeZone?: string) =>
  formatTime(
    locale,
    new Intl.DateTimeFormat(formattingLocales[locale], {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    }).format(instant),
  );

function statusText(t: Translate, locale: Locale, { open, today, opensAt, closesAt }: SupportState): string {
  if (open) return t('contact.hours.open', { time: timeOfDay(locale, closesAt, support.timeZone) });
  const time = timeOfDay(locale, opensAt, support.timeZone);
  if (today) return t('contact.hours.opens-today', { time });
  const day = new Intl.DateTimeFormat(formattingLocales[locale], { weekday: 'long', timeZone: support.timeZone });
  return t('contact.hours.opens-on', { day: day.format(opensAt), time });
}

const percentOfDay = (minutes: number) => `${Math.round((minutes / 1440) * 1000) / 10}%`;
const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** A day as a line, its support hours in amber, and a dot at the company's current time. */
function DayLine({ locale, now }: { locale: Locale; now: Date | null }) {
  const opens = percentOfDay(minutesOf(support.opensAt));
  const closes = percentOfDay(minutesOf(support.closesAt));
  return (
    <svg className="day-line" aria-hidden="true" width="100%" height="40">
      <line className="day-line-day" x1="0" x2="100%" y1="14" y2="14" />
      <line className="day-line-hours" x1={opens} x2={closes} y1="14" y2="14" />
      <text x={opens} y="38" textAnchor="middle">
        {formatTime(locale, support.opensAt)}
      </text>
      <text x={closes} y="38" textAnchor="middle">
        {formatTime(locale, support.closesAt)}
      </text>
      {now && <circle className="day-line-now" cx={percentOfDay(supportClockMinutes(now))} cy="14" r="6" />}
    </svg>
  );
}

/** When support answers, and whether it does now: by the clock in Zurich, known once the script runs. */
export function SupportHours() {
  const { t, locale } = useMessages();
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(new Date());
    look();
    const timer = setInterval(look, 15_000);
    return () => clearInterval(timer);
  }, []);

  const state = now && supportStateAt(now);
  const first = weekdayName(locale, support.weekdays[0], 'long');
  const last = weekdayName(locale, support.weekdays.at(-1)!, 'long');
  const here = state && [timeOfDay(locale, state.opensAt), timeOfDay(locale, state.closesAt)];
  const elsewhere = here && here[0] !== timeOfDay(locale, state.opensAt, support.timeZone);
  return (
    <section className="card support-hours">
      <h2>{t('contact.hours')}</h2>
      <p>
        {t('contact.hours.text', {
          first,
          last,
          opens: formatTime(locale, support.opensAt),
          closes: formatTime(locale, support.closesAt),
        })}
      </p>
      <DayLine locale={locale} now={now} />
      <ul className="week" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <li key={weekday} data-open={(support.weekdays as readonly number[]).includes(weekday) || undefined}>
            {weekdayName(locale, weekday, 'short')}
          </li>
        ))}
      </ul>
      <p className="support-status" data-open={state?.open || undefined}>
        {state && statusText(t, locale, state)}
      </p>
      {elsewhere && (
        <p className="text-small text-paper-dim">{t('contact.hours.here', { opens: here[0]!, closes: here[1]! })}</p>
      )}
    </section>
  );
}
