import { planNames, plans } from '../../../../shared/business/plans.ts';
import { requestsPerWorkingDay } from '../../../../shared/business/requests-per-day.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** The price list, computed from the plans (specification 9); all that belongs to them is on the page of prices. */
export function Prices() {
  const { t, locale } = useMessages();
  return (
    <section className="section" aria-labelledby="prices-heading">
      <div className="page-width columns">
        <div className="stack">
          <h2 id="prices-heading">{t('landing.prices.title')}</h2>
          <p className="lead">
            <BySales closed={t('landing.prices.text')} open={t('landing.prices.on-sale')} />
          </p>
          <p>
            <Link className="line-link" href={paths.pricing}>
              {t('landing.prices.link')}
            </Link>
          </p>
        </div>
        <dl className="price-list">
          {planNames.map((plan) => (
            <div key={plan}>
              <dt>
                <span>{t(`landing.prices.${plan}`)}</span>
                {plans[plan].monthlyRappen > 0 && (
                  <span className="price-announced shown-with-sales-closed">{t('landing.prices.announced')}</span>
                )}
              </dt>
              <dd className="price">{formatPrice(locale, plans[plan].monthlyRappen)}</dd>
              <dd>
                {t('landing.prices.online', {
                  requests: formatNumber(locale, plans[plan].onlineRequestsPerMonth),
                  daily: formatNumber(locale, requestsPerWorkingDay(plans[plan].onlineRequestsPerMonth)),
                })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
