import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { type QuotaPool, quotaPools } from '../../../../shared/business/text-service.ts';
import { formatInstant, formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { EmptyMonth, MonthBars } from './month-bars.tsx';
import { MoreRequests } from './more-requests.tsx';
import { usedMonthOf } from './used-month.ts';

/** What is left of one quota: the words say it all, and the drawing is decoration. */
function QuotaCard({ pool, usage, hasAction }: { pool: QuotaPool; usage: UsageAnswer; hasAction: boolean }) {
  const { t, locale } = useMessages();
  const quota = usage.quotas[pool];
  const { limit, used, remaining } = quota;
  const written = (value: number) => formatNumber(locale, value);
  const id = `quota-${pool}`;
  // Nothing can be used offline yet: a month without a bar says no more than the sentence.
  const month = pool === 'online' || used > 0 ? usedMonthOf(usage, pool, new Date()) : null;
  return (
    <section className={remaining === 0 ? 'card card-spent stack' : 'card stack'} aria-labelledby={id}>
      <h3 id={id}>{t(`usage.${pool}`)}</h3>
      {limit === null || remaining === null ? (
        <p>{t('usage.unlimited', { used: written(used) })}</p>
      ) : (
        <>
          <p>
            {remaining > 0
              ? t('usage.used', { used: written(used), limit: written(limit), remaining: written(remaining) })
              : t('usage.exhausted', { limit: written(limit) })}
          </p>
          {hasAction && <MoreRequests />}
          {month && (used > 0 ? <MonthBars month={month} quota={quota} /> : <EmptyMonth month={month} />)}
        </>
      )}
      {pool === 'offline' && <p className="text-small text-paper-dim">{t('usage.offline-announced')}</p>}
    </section>
  );
}

/** What is left of the month's quotas, and from when they are whole again. */
export function QuotaMeters({ usage }: { usage: UsageAnswer }) {
  const { t, locale } = useMessages();
  const { quotas, cycle } = usage;
  // A single suggestion, even where both quotas are used up.
  const spent = quotaPools.find((pool) => quotas[pool].remaining === 0);
  return (
    <section className="stack" aria-labelledby="quotas">
      <h2 id="quotas">{t('usage.quotas')}</h2>
      <p>{cycle ? t('usage.anew', { time: formatInstant(locale, new Date(cycle.end)) }) : t('usage.not-begun')}</p>
      {quotaPools.map((pool) => (
        <QuotaCard key={pool} pool={pool} usage={usage} hasAction={pool === spent} />
      ))}
    </section>
  );
}
