import { launch } from '../../../../shared/business/launch.ts';
import { offlineAddOn, plans } from '../../../../shared/business/plans.ts';
import { formatMonth, formatNumber, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { PlanCards } from './plan-cards.tsx';
import { SalesNote } from './sales-note.tsx';

/** What lifts the offline limit of the free plan. */
function OfflineAddOn() {
  const { t, locale } = useMessages();
  const { free } = plans;
  return (
    <section className="add-on" aria-labelledby="offline-add-on">
      <div>
        <h3 id="offline-add-on">{t('pricing.add-on.title')}</h3>
        <p className="text-paper-dim">
          {t('pricing.add-on.text', {
            offline: formatNumber(locale, free.offlineRequestsPerMonth),
            online: formatNumber(locale, free.onlineRequestsPerMonth),
          })}
        </p>
      </div>
      <p className="add-on-price">
        <strong className="plan-amount">{formatPrice(locale, offlineAddOn.monthlyRappen)}</strong>
        <span>{t('pricing.add-on.price')}</span>
      </p>
      <p className="add-on-sale text-paper-dim">
        <span className="badge">{t('pricing.action.in-beta')}</span>
        <span>
          <RichMessage id="pricing.action.not-on-sale" elements={{ beta: <Link href={paths.beta} /> }} />
        </span>
      </p>
      <p className="add-on-note">
        {t('pricing.offline-estimate', { month: formatMonth(locale, launch.offlineEstimate) })}
      </p>
    </section>
  );
}

/** The plans available to anyone in the eligible countries. */
export function PersonalBusinessPanel() {
  const { t } = useMessages();
  return (
    <>
      <h2 className="sr-only">{t('pricing.plans.title')}</h2>
      <PlanCards />
      <OfflineAddOn />
      <div className="sales-notes">
        <SalesNote title={t('pricing.volume.title')} id="pricing.volume.text" subject={t('pricing.volume.subject')} />
        <SalesNote title={t('pricing.sales.title')} id="pricing.sales.text" subject={t('pricing.sales.subject')} />
      </div>
      <ComparisonTable />
    </>
  );
}
