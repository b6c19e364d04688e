import { useEffect, useRef, useState } from 'react';
import type { SubscriptionAnswer, SubscriptionRequest } from '../../../../shared/api/subscription.ts';
import { contractPeriods } from '../../../../shared/business/contract.ts';
import { formatDay } from '../../../../shared/format.ts';
import { anchors } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { offerName } from '../offer-words.ts';
import type { Act } from './use-plan.ts';

interface Props {
  subscription: SubscriptionAnswer;
  act: Act;
  onPerform: (request: SubscriptionRequest) => void;
}

/** Withdrawing at once, by whoever is signed in: stated, then confirmed (Directive 2011/83/EU, Art. 11a). */
export function PlanWithdrawal({ subscription: answer, act, onPerform }: Props) {
  const { t, locale } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked) question.current?.focus();
  }, [isAsked]);
  const { withdrawBy } = answer.deadlines;
  const { subscription } = answer;
  const offered = answer.actions.find(({ action }) => action === 'withdraw');
  if (!subscription || !withdrawBy || !offered?.product) return null;
  const { product, months } = offered;
  const isChangeAlone = product !== subscription.product || months !== subscription.months;
  const isBusy = act !== null && act !== 'asking' && act.action === 'withdraw';
  return (
    <section className="stack mt-12" aria-labelledby={anchors.planWithdrawal}>
      <h2 id={anchors.planWithdrawal}>{t('plan.withdrawal')}</h2>
      <p>
        {t('plan.withdrawal.text', { date: formatDay(locale, withdrawBy), refundDays: contractPeriods.refundDays })}
      </p>
      {isAsked ? (
        <section className="card stack max-w-form" aria-labelledby="plan-withdrawal-question">
          <h3 id="plan-withdrawal-question" ref={question} tabIndex={-1}>
            {t('plan.withdrawal.question', { plan: offerName(t, { product, months }) })}
          </h3>
          <p>
            {isChangeAlone
              ? t('plan.withdrawal.effect-change', { plan: offerName(t, subscription) })
              : t('plan.withdrawal.effect')}
          </p>
          <div className="button-row">
            <Button
              busy={isBusy}
              onClick={() => onPerform({ action: 'withdraw', from: isChangeAlone ? 'change' : 'contract' })}
            >
              {t('plan.withdrawal.confirm')}
            </Button>
            <Button variant="secondary" unavailable={isBusy} onClick={() => setAsked(false)}>
              {t('plan.change.leave')}
            </Button>
          </div>
        </section>
      ) : (
        <p>
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {t('plan.withdrawal.action')}
          </Button>
        </p>
      )}
    </section>
  );
}
