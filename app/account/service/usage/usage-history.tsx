import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { usageListDays as days } from '../../../../shared/business/text-service.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** Counted requests of the last days, by feature. */
export function UsageHistory({ totals }: { totals: UsageAnswer['totals'] }) {
  const { t, locale } = useMessages();
  const headings = { day: t('usage.day'), feature: t('usage.feature'), requests: t('usage.requests') };
  return (
    <section className="stack" aria-labelledby="usage-history">
      <h3 id="usage-history">{t('usage.history', { days })}</h3>
      {totals.length ? (
        <details className="disclosure">
          <summary>{t('usage.as-table')}</summary>
          <table className="usage-table">
            <caption>{t('usage.history.note')}</caption>
            <thead>
              <tr>
                <th scope="col">{headings.day}</th>
                <th scope="col">{headings.feature}</th>
                <th scope="col">{headings.requests}</th>
              </tr>
            </thead>
            <tbody>
              {totals.map(({ day, feature, requests }) => (
                <tr key={`${day} ${feature}`}>
                  <td>{formatDate(locale, new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })}</td>
                  <td>{t(`usage.feature.${feature}`)}</td>
                  <td>{formatNumber(locale, requests)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : (
        <p>{t('usage.history.none', { days })}</p>
      )}
      <p>
        <RichMessage id="usage.each-request" elements={{ data: <Link className="link" href={paths.accountData} /> }} />
      </p>
    </section>
  );
}
