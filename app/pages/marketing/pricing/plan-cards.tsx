import { useCallback, useState } from 'react';
import { findFourMonthOffer } from '../../../../shared/business/four-month-offer.ts';
import { announcedDiscount, discountedMonths, type PlanName, plans } from '../../../../shared/business/plans.ts';
import { requestsPerWorkingDay, workingDaysPerMonth } from '../../../../shared/business/requests-per-day.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { useAuth } from '../../../account/session/auth.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { QuotaDots, requestsPerDot } from './quota-dots.tsx';
import { useOwnPlanModule } from './use-own-plan-module.ts';
import { VisitorAction } from './visitor-action.tsx';

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

type OwnPlan = ReturnType<typeof useOwnPlanModule>;

/** What can be done with a plan: known at once to visitors, and to people with a session as soon as their plan is. */
function PlanAction({ name, own }: { name: PlanName; own: OwnPlan }) {
  const [isKnown, setKnown] = useState(false);
  const know = useCallback(() => setKnown(true), []);
  const { isLoading, user } = useAuth();
  // Whose session turns out to be over is a visitor.
  const isVisitor = !isLoading && !user;
  return (
    <div className="plan-action" data-known={isKnown || isVisitor || own === 'failed' ? '' : undefined}>
      {own && own !== 'failed' ? <own.OwnPlanAction name={name} onKnown={know} /> : <VisitorAction name={name} />}
    </div>
  );
}

/** For whom a plan is: how many texts a working day take more than the plan before, and no more than this. */
function PlanFor({ name }: { name: PlanName }) {
  const { t, locale } = useMessages();
  const names = Object.keys(plans) as PlanName[];
  const before = names[names.indexOf(name) - 1];
  const daily = (plan: PlanName) => requestsPerWorkingDay(plans[plan].onlineRequestsPerMonth);
  const to = formatNumber(locale, daily(name));
  return (
    <p className="plan-for">
      {before
        ? t('pricing.for.range', { from: formatNumber(locale, daily(before) + 1), to })
        : t('pricing.for.up-to', { to })}
    </p>
  );
}

function PlanCard({ name, own }: { name: PlanName; own: OwnPlan }) {
  const { t, locale } = useMessages();
  const { onlineRequestsPerMonth, maxOnlineRecordingMinutes, offlineRequestsPerMonth } = plans[name];
  return (
    <section className="plan" aria-labelledby={`plan-${name}`}>
      <div>
        <h3 id={`plan-${name}`}>{t(`pricing.plan.${name}`)}</h3>
        <PlanFor name={name} />
      </div>
      <PlanPrice name={name} />
      <QuotaDots requests={onlineRequestsPerMonth} />
      <ul className="plan-facts">
        <li>{t('pricing.online', { count: formatNumber(locale, onlineRequestsPerMonth) })}</li>
        <li>{t('pricing.recording', { minutes: maxOnlineRecordingMinutes })}</li>
        <li>
          {offlineRequestsPerMonth === 'unlimited'
            ? t('pricing.offline.unlimited')
            : t('pricing.offline.limited', { count: formatNumber(locale, offlineRequestsPerMonth) })}
        </li>
      </ul>
      <PlanAction name={name} own={own} />
    </section>
  );
}

/** The plans side by side, computed from the table of plans. */
export function PlanCards() {
  const { t, locale } = useMessages();
  const own = useOwnPlanModule();
  const cards = (Object.keys(plans) as PlanName[]).map((name) => <PlanCard key={name} name={name} own={own} />);
  return (
    <div className="plans">
      <PeriodSwitch />
      <div className="plan-ledger">
        {own && own !== 'failed' ? <own.OwnPlanProvider>{cards}</own.OwnPlanProvider> : cards}
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
