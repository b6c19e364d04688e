import { announcedDiscount, discountedMonths, offlineAddOn, plans } from '../../../../shared/business/plans.ts';
import { requestsPerWorkingDay, workingDaysPerMonth } from '../../../../shared/business/requests-per-day.ts';
import { isSold } from '../../../../shared/business/sales.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** The price list, computed from the plans (specification 9). */
export function Prices() {
  const { t, locale } = useMessages();
  const number = (value: number) => formatNumber(locale, value);
  const online = ({ onlineRequestsPerMonth, maxOnlineRecordingMinutes }: (typeof plans)[keyof typeof plans]) =>
    t('landing.prices.online', {
      requests: number(onlineRequestsPerMonth),
      minutes: number(maxOnlineRecordingMinutes),
      daily: number(requestsPerWorkingDay(onlineRequestsPerMonth)),
    });
  const unlimited = t('landing.prices.offline-unlimited');
  const untilSold = 'price-announced shown-with-sales-closed';
  const rows = [
    {
      id: 'free',
      rappen: plans.free.monthlyRappen,
      name: t('landing.prices.free'),
      quotas: [
        online(plans.free),
        t('landing.prices.offline', { requests: number(plans.free.offlineRequestsPerMonth) }),
      ],
    },
    {
      id: 'add-on',
      rappen: plans.free.monthlyRappen + offlineAddOn.monthlyRappen,
      name: t('landing.prices.add-on'),
      announced: isSold({ product: 'offline-add-on', months: 1 }) ? untilSold : 'price-announced',
      quotas: [online(plans.free), unlimited],
    },
    {
      id: 'moderate',
      rappen: plans.moderate.monthlyRappen,
      name: t('landing.prices.moderate'),
      announced: untilSold,
      quotas: [online(plans.moderate), unlimited],
    },
    {
      id: 'high',
      rappen: plans.high.monthlyRappen,
      name: t('landing.prices.high'),
      announced: untilSold,
      quotas: [online(plans.high), unlimited],
    },
  ];
  return (
    <section className="section" aria-labelledby="prices-heading">
      <div className="page-width prices">
        <div>
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
        <div>
          <dl className="price-list">
            {rows.map(({ id, name, announced, rappen, quotas }) => (
              <div key={id}>
                <dt>
                  <span>{name}</span>
                  {announced && <span className={announced}>{t('landing.prices.announced')}</span>}
                </dt>
                <dd className="price">{formatPrice(locale, rappen)}</dd>
                {quotas.map((quota) => (
                  <dd key={quota}>{quota}</dd>
                ))}
              </div>
            ))}
          </dl>
          <p className="prices-note">{t('landing.prices.request', { days: number(workingDaysPerMonth) })}</p>
          <p className="prices-note">
            {[
              t('landing.prices.months', {
                months: number(discountedMonths),
                discount: formatNumber(locale, announcedDiscount, { style: 'percent' }),
              }),
              t('landing.prices.enterprise'),
            ].join(' ')}
          </p>
        </div>
      </div>
    </section>
  );
}
