import type { QuotaAnswer, UsageAnswer } from '../../../../shared/api/usage.ts';
import { type QuotaPool, quotaPools } from '../../../../shared/business/text-service.ts';
import { formatInstant, formatNumber } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** The words say all; the bar is for the eye. */
function QuotaMeter({ pool, quota: { limit, used, remaining } }: { pool: QuotaPool; quota: QuotaAnswer }) {
  const { t, locale } = useMessages();
  const written = (value: number) => formatNumber(locale, value);
  const id = `quota-${pool}`;
  return (
    <section className="card stack max-w-form" aria-labelledby={id}>
      <h3 id={id}>{t(`usage.${pool}`)}</h3>
      {limit === null || remaining === null ? (
        <p>{t('usage.unlimited', { used: written(used) })}</p>
      ) : (
        <>
          <meter className="quota-meter" aria-labelledby={id} min={0} max={limit} value={Math.min(used, limit)} />
          <p>
            {remaining > 0
              ? t('usage.used', { used: written(used), limit: written(limit), remaining: written(remaining) })
              : t('usage.exhausted', { limit: written(limit) })}
          </p>
          {remaining <= 0 && (
            <p>
              <Link className="link" href={paths.pricing}>
                {t('usage.plans')}
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** What is left of the month's quotas, and from when they are whole again. */
export function QuotaMeters({ usage: { quotas, cycle } }: { usage: UsageAnswer }) {
  const { t, locale } = useMessages();
  return (
    <section className="stack mt-12" aria-labelledby="quotas">
      <h2 id="quotas">{t('usage.quotas')}</h2>
      <p>{cycle ? t('usage.anew', { time: formatInstant(locale, new Date(cycle.end)) }) : t('usage.not-begun')}</p>
      {quotaPools.map((pool) => (
        <QuotaMeter key={pool} pool={pool} quota={quotas[pool]} />
      ))}
      <p className="text-paper-dim">{t('usage.offline-announced')}</p>
    </section>
  );
}
