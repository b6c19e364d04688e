import { findFourMonthOffer } from '../../../../shared/business/four-month-offer.ts';
import { announcedDiscount, discountedMonths, type PlanName, plans } from '../../../../shared/business/plans.ts';
import { requestsPerWorkingDay, workingDaysPerMonth } from '../../../../shared/business/requests-per-day.ts';
import { paths } from '../../../../shared/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { formatNumber, formatPrice } from '../../../messages/format.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { QuotaDots, requestsPerDot } from './quota-dots.tsx';

/** Monthly or four months at once. The style sheet shows the chosen price, so the choice needs no script. */
function PeriodSwitch() {
  const { t, locale } = useMessages();
  const discount = formatNumber(locale, announcedDiscount, { style: 'percent' });
  return (
    <fieldset className="segments">
      <legend className="sr-only">{t('pricing.period.label')}</legend>
      <label className="segment">
        <input type="radio" name="period" id="period-month" defaultChecked />
        <span>{t('pricing.period.month')}</span>
      </label>
      <label className="segment">
        <input type="radio" name="period" id="period-four-months" />
        <span>{t('pricing.period.four-months', { months: discountedMonths, discount })}</span>
      </label>
    </fieldset>
  );
}

/** The price per month and, below it, the amount actually charged, for both ways to pay. */
function PlanPrice({ name }: { name: PlanName }) {
  const { t, locale } = useMessages();
  const plan = plans[name];
  const offer = findFourMonthOffer(plan);
  const price = formatPrice(locale, plan.monthlyRappen);
  const charge = plan.monthlyRappen === 0 ? t('pricing.charge.free') : t('pricing.charge.month', { price });
  return (
    <>
      <p className="plan-price">
        <strong className={offer ? 'plan-amount by-month' : 'plan-amount'}>{price}</strong>
        {offer && <strong className="plan-amount by-four-months">{formatPrice(locale, offer.perMonthRappen)}</strong>}
        <span className="text-paper-dim">{t('pricing.per-user-and-month')}</span>
      </p>
      <p className="plan-charge">
        <span className={offer && 'by-month'}>{charge}</span>
        {offer && (
          <span className="by-four-months">
            {t('pricing.charge.four-months', {
              price: formatPrice(locale, offer.totalRappen),
              months: discountedMonths,
              saving: formatPrice(locale, offer.savingRappen),
            })}
          </span>
        )}
      </p>
    </>
  );
}

/** What can be done with a plan today: sales are closed during the beta, the free plan is open. */
function PlanAction({ name }: { name: PlanName }) {
  const { t } = useMessages();
  return (
    <div className="plan-action">
      {name === 'free' ? (
        <>
          <ButtonLink href={paths.download}>{t('pricing.action.free')}</ButtonLink>
          <p>{t('pricing.action.free-note')}</p>
        </>
      ) : (
        <>
          <p className="badge">{t('pricing.action.in-beta')}</p>
          <p>
            <RichMessage id="pricing.action.not-on-sale" elements={{ beta: <Link href={paths.beta} /> }} />
          </p>
        </>
      )}
    </div>
  );
}

function PlanCard({ name }: { name: PlanName }) {
  const { t, locale } = useMessages();
  const { onlineRequestsPerMonth, maxOnlineRecordingMinutes, offlineRequestsPerMonth } = plans[name];
  return (
    <section className="plan" aria-labelledby={`plan-${name}`}>
      <h3 id={`plan-${name}`}>{t(`pricing.plan.${name}`)}</h3>
      <PlanPrice name={name} />
      <QuotaDots requests={onlineRequestsPerMonth} />
      <ul className="plan-facts">
        <li>
          {t('pricing.online', {
            count: formatNumber(locale, onlineRequestsPerMonth),
            daily: formatNumber(locale, requestsPerWorkingDay(onlineRequestsPerMonth)),
          })}
        </li>
        <li>{t('pricing.recording', { minutes: maxOnlineRecordingMinutes })}</li>
        <li>
          {offlineRequestsPerMonth === 'unlimited'
            ? t('pricing.offline.unlimited')
            : t('pricing.offline.limited', { count: formatNumber(locale, offlineRequestsPerMonth) })}
        </li>
      </ul>
      <PlanAction name={name} />
    </section>
  );
}

/** The plans side by side, computed from the table of plans. */
export function PlanCards() {
  const { t, locale } = useMessages();
  return (
    <div className="plans">
      <PeriodSwitch />
      <div className="plan-ledger">
        {(Object.keys(plans) as PlanName[]).map((name) => (
          <PlanCard key={name} name={name} />
        ))}
      </div>
      <p className="plan-legend">
        {t('pricing.dots', {
          count: formatNumber(locale, requestsPerDot),
          days: formatNumber(locale, workingDaysPerMonth),
        })}
      </p>
    </div>
  );
}
