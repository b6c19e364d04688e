import { useEffect } from 'react';
import { support } from '../../../../shared/business/support.ts';
import { formatTime } from '../../../../shared/format.ts';
import { formattingLocales, type Locale } from '../../../../shared/locales.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type SupportTexts, tellSupportHours } from './tell-support-hours.ts';

/** 1 is Monday. */
const isoWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The name of an ISO weekday. */
function weekdayName(locale: Locale, weekday: number, width: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(formattingLocales[locale], { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );
}

const percentOfDay = (minutes: number) => `${Math.round((minutes / 1440) * 1000) / 10}%`;
const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** A day as a line, its support hours in amber, and a dot at the current time of an open day, once a script has put it there. */
function DayLine({ locale }: { locale: Locale }) {
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
      <circle className="day-line-now" data-part="now" cy="14" r="6" suppressHydrationWarning />
    </svg>
  );
}

/**
 * When support answers, and whether it does now: an inline script says so (app/site/inline/support-hours.ts), so React leaves
 * what depends on the moment alone.
 */
export function SupportHours() {
  const { t, locale } = useMessages();
  // When the page is reached from within the site, nothing has been said yet.
  useEffect(tellSupportHours, []);
  const time = formatTime(locale, support.opensAt);
  const texts: SupportTexts = {
    open: t('contact.hours.open', { time: formatTime(locale, support.closesAt) }),
    opensToday: t('contact.hours.opens-today', { time }),
    opensOn: isoWeekdays.map((weekday) =>
      t('contact.hours.opens-on', { day: weekdayName(locale, weekday, 'long'), time }),
    ),
    here: t('contact.hours.here', { opens: '{opens}', closes: '{closes}' }),
  };
  const first = weekdayName(locale, support.weekdays[0], 'long');
  const last = weekdayName(locale, support.weekdays.at(-1)!, 'long');
  return (
    <section className="card support-hours" data-texts={JSON.stringify(texts)} suppressHydrationWarning>
      <h2>{t('contact.hours')}</h2>
      <p>
        {t('contact.hours.text', {
          first,
          last,
          opens: formatTime(locale, support.opensAt),
          closes: formatTime(locale, support.closesAt),
        })}
      </p>
      <DayLine locale={locale} />
      <ul className="week" aria-hidden="true">
        {isoWeekdays.map((weekday) => (
          <li key={weekday} data-open={(support.weekdays as readonly number[]).includes(weekday) || undefined}>
            {weekdayName(locale, weekday, 'short')}
          </li>
        ))}
      </ul>
      <p className="support-status" data-part="status" suppressHydrationWarning>
        {''}
      </p>
      <p className="text-small text-paper-dim" data-part="here" suppressHydrationWarning>
        {''}
      </p>
    </section>
  );
}
