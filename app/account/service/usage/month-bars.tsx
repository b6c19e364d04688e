import type { QuotaAnswer } from '../../../../shared/api/usage.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { type Day, utcStartOf } from '../../../../shared/days.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { UsedMonth } from './used-month.ts';

/** The height of the chart in units; a day is one unit wide. */
const height = 100;

function useDayText() {
  const { locale } = useMessages();
  return (day: Day) => formatDate(locale, utcStartOf(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Where the pace so far leads, in words. */
function PaceText({ month: { pace, spentOn } }: { month: UsedMonth }) {
  const { t, locale } = useMessages();
  const asDate = { day: 'numeric', month: 'long' } as const;
  if (spentOn)
    return (
      <p>{t('usage.spent-on', { date: formatDate(locale, utcStartOf(spentOn), { ...asDate, timeZone: 'UTC' }) })}</p>
    );
  if (!pace) return null;
  return (
    <p>
      {'emptyAt' in pace
        ? t('usage.pace', { date: formatDate(locale, pace.emptyAt, asDate) })
        : t('usage.pace-enough', { requests: formatNumber(locale, pace.usedAtEnd) })}
    </p>
  );
}

/** The same as the chart: what each day has added. */
function MonthTable({ month: { days } }: { month: UsedMonth }) {
  const { t, locale } = useMessages();
  const dayText = useDayText();
  const used = days.filter(({ added }) => added > 0);
  if (!used.length) return null;
  return (
    <details className="disclosure">
      <summary>{t('usage.as-table')}</summary>
      <table className="usage-table">
        <thead>
          <tr>
            <th scope="col">{t('usage.day')}</th>
            <th scope="col">{t('usage.requests')}</th>
            <th scope="col">{t('usage.so-far')}</th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ day, before, added }) => (
            <tr key={day}>
              <td>{dayText(day)}</td>
              <td>{formatNumber(locale, added)}</td>
              <td>{formatNumber(locale, before + added)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The days from the first to the last of what is drawn, under their drawing. */
function Ends({ month: { first, last } }: { month: UsedMonth }) {
  const dayText = useDayText();
  return (
    <p className="usage-ends" aria-hidden="true">
      <span>{dayText(first)}</span>
      <span>{dayText(last)}</span>
    </p>
  );
}

/** A month of which nothing is used: no chart yet, but the way that its bars will stand on, a dot for each day. */
export function EmptyMonth({ month }: { month: UsedMonth }) {
  const { t } = useMessages();
  const dayText = useDayText();
  const { first, last, count, days } = month;
  const dot = (index: number) => `M${index + 0.5} 0.5h0`;
  const today = days.length - 1;
  return (
    <figure className="usage-bars usage-bars-empty">
      <svg
        viewBox={`0 0 ${count} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('usage.bars.label', { from: dayText(first), until: dayText(last) })}
      >
        <path d={Array.from({ length: count }, (_, index) => (index === today ? '' : dot(index))).join('')} />
        <path className="usage-today" d={dot(today)} />
      </svg>
      <Ends month={month} />
      <figcaption className="text-small text-paper-dim">{t('usage.bars.none')}</figcaption>
    </figure>
  );
}

/**
 * A bar for each day of the month of quotas: dim what was used before it, bright what it added, the line at which nothing is
 * left, and a trail to where the pace so far leads. The words below say all of it.
 */
export function MonthBars({ month, quota: { used, limit } }: { month: UsedMonth; quota: QuotaAnswer }) {
  const { t, locale } = useMessages();
  const dayText = useDayText();
  const { first, last, count, days, pace } = month;
  const quota = limit!;
  // A little room above the highest bar.
  const scale = (height - 6) / Math.max(quota, used);
  const y = (value: number) => height - value * scale;
  const today = days.length;
  const dayOf = (time: Date) => (time.getTime() - utcStartOf(first).getTime()) / dayMs;
  const end = pace && ('emptyAt' in pace ? { x: dayOf(pace.emptyAt), y: quota } : { x: count, y: pace.usedAtEnd });
  // Within today there is no way to draw.
  const trailEnd = end && end.x > today ? end : null;
  const legend = [t('usage.bars', { limit: formatNumber(locale, quota) }), trailEnd && t('usage.bars.trail')];
  return (
    <figure className={used >= quota ? 'usage-bars usage-bars-spent' : 'usage-bars'}>
      <svg
        viewBox={`0 0 ${count} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('usage.bars.label', { from: dayText(first), until: dayText(last) })}
      >
        {days.map(({ day, before, added }, index) => (
          <g key={day}>
            {before > 0 && (
              <rect className="usage-before" x={index + 0.14} y={y(before)} width={0.72} height={before * scale} />
            )}
            {added > 0 && (
              <rect
                className="usage-added"
                x={index + 0.14}
                y={y(before + added)}
                width={0.72}
                height={added * scale}
              />
            )}
          </g>
        ))}
        <path className="usage-floor" d={`M0 ${height}H${count}`} />
        <path className="usage-limit" d={`M0 ${y(quota)}H${count}`} />
        {trailEnd && <path className="usage-trail" d={`M${today} ${y(used)}L${trailEnd.x} ${y(trailEnd.y)}`} />}
      </svg>
      <Ends month={month} />
      <figcaption className="stack">
        <PaceText month={month} />
        <p className="text-small text-paper-dim">{legend.filter(Boolean).join(' ')}</p>
      </figcaption>
      <MonthTable month={month} />
    </figure>
  );
}
