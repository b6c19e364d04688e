import { useEffect, useRef, useState } from 'react';
import type { PossibleAction, SubscriptionAnswer, SubscriptionRequest } from '../../../../shared/api/subscription.ts';
import type { Period } from '../../../../shared/business/sales.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { offerName } from '../offer-words.ts';
import { isUndoing } from './plan-state.ts';
import type { Act } from './use-plan.ts';

type Change = PossibleAction & { product: NonNullable<PossibleAction['product']> };

interface Props {
  subscription: SubscriptionAnswer;
  act: Act;
  onPerform: (request: SubscriptionRequest) => void;
}

const asRequest = ({ product, months, dueNowRappen, termRappen }: Change): SubscriptionRequest => ({
  action: 'change',
  product,
  months: (months ?? 1) as Period,
  totalRappen: dueNowRappen,
  termRappen,
});

/** What a change costs and from when it counts, as the server has said it. */
function useChangeWords() {
  const { t, locale } = useMessages();
  return (change: Change) => {
    return {
      name: offerName(t, change),
      price: formatPrice(locale, change.termRappen),
      dueNow: formatPrice(locale, change.dueNowRappen),
      date: change.effectiveOn ? formatDay(locale, change.effectiveOn) : '–',
    };
  };
}

/** The second step: what exactly will be paid, and the button that says so. */
function Confirmation({
  change,
  isByTransfer,
  isBusy,
  onConfirm,
  onLeave,
}: {
  change: Change;
  isByTransfer: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onLeave: () => void;
}) {
  const { t } = useMessages();
  const { name, price, dueNow, date } = useChangeWords()(change);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isPaid = change.dueNowRappen > 0;
  return (
    <section className="card stack max-w-form" aria-labelledby="plan-change-confirmation">
      <h3 id="plan-change-confirmation" ref={heading} tabIndex={-1}>
        {t('plan.change.question', { name })}
      </h3>
      <p>
        {isPaid
          ? t(isByTransfer ? 'plan.change.once-paid' : 'plan.change.now', { price, dueNow })
          : change.product === 'free'
            ? t('plan.change.to-free', { date })
            : t('plan.change.later', { price, date })}
      </p>
      <div className="button-row">
        <Button busy={isBusy} onClick={onConfirm}>
          {isPaid ? t('plan.change.pay', { price: dueNow }) : t('plan.change.confirm', { date })}
        </Button>
        <Button variant="secondary" unavailable={isBusy} onClick={onLeave}>
          {t('plan.change.leave')}
        </Button>
      </div>
    </section>
  );
}

/** What can be changed and what each change costs; no single press changes anything. */
export function PlanChanges({ subscription: answer, act, onPerform }: Props) {
  const { t } = useMessages();
  const words = useChangeWords();
  const busy = act && act !== 'asking' ? act.action : null;
  const [wanted, setWanted] = useState<Change | null>(null);
  const changes = answer.actions.filter(
    (each): each is Change =>
      each.action === 'change' && each.product !== null && !isUndoing(each, answer.subscription),
  );
  // As it is offered now: the page may have asked again in the meantime.
  const chosen = changes.find(({ product, months }) => product === wanted?.product && months === wanted.months);
  const has = (name: PossibleAction['action']) => answer.actions.some(({ action }) => action === name);
  // A transfer counts from the day on which it arrives.
  const isByTransfer = answer.subscription?.method === 'invoice';
  const otherMethod = isByTransfer ? 'card' : 'invoice';
  const isAnythingLeft = changes.length > 0 || has('card') || has('method') || has('cancel');
  if (!answer.subscription || !isAnythingLeft) return null;
  return (
    <section className="stack mt-12" aria-labelledby="plan-changes">
      <h2 id="plan-changes">{t('plan.changes')}</h2>
      {changes.length > 0 && (
        <ul className="ledger">
          {changes.map((change) => {
            const { name, dueNow, date } = words(change);
            return (
              <li key={name} className="ledger-row">
                <div>
                  <p>
                    <strong>{name}</strong>
                  </p>
                  <p className="text-small text-paper-dim">
                    {change.dueNowRappen > 0
                      ? t(isByTransfer ? 'plan.change.once-paid-for' : 'plan.change.today-for', { price: dueNow })
                      : t('plan.change.from', { date })}
                  </p>
                </div>
                <Button variant="secondary" size="small" onClick={() => setWanted(change)}>
                  {t('plan.change.choose')}
                  <span className="sr-only">{` ${name}`}</span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {chosen && (
        <Confirmation
          key={words(chosen).name}
          change={chosen}
          isByTransfer={isByTransfer}
          isBusy={busy === 'change'}
          onConfirm={() => onPerform(asRequest(chosen))}
          onLeave={() => setWanted(null)}
        />
      )}
      {(has('card') || has('method')) && (
        <div className="button-row">
          {has('card') && (
            <Button variant="secondary" busy={busy === 'card'} onClick={() => onPerform({ action: 'card' })}>
              {t('plan.action.card')}
            </Button>
          )}
          {has('method') && (
            <Button
              variant="secondary"
              busy={busy === 'method'}
              onClick={() => onPerform({ action: 'method', method: otherMethod })}
            >
              {t('plan.action.method', { method: otherMethod })}
            </Button>
          )}
        </div>
      )}
      {has('cancel') && (
        <p>
          <Link className="link" href={paths.cancellation}>
            {t('plan.action.cancel')}
          </Link>
        </p>
      )}
    </section>
  );
}
