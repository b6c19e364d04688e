import type { PossibleAction, SubscriptionAnswer, SubscriptionRequest } from '../../../../shared/api/subscription.ts';
import type { Period } from '../../../../shared/business/sales.ts';
import { formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { productName } from '../offer-words.ts';
import { isUrgent, mainActionOf, type PlanState, planStateOf } from './plan-state.ts';
import { SaveInvoiceButton } from './save-invoice-button.tsx';
import { stateWords } from './state-words.ts';
import type { Act } from './use-plan.ts';

interface Props {
  subscription: SubscriptionAnswer;
  /** The document of the open invoice is made. */
  hasPdf: boolean;
  /** What is under way. */
  act: Act;
  onPerform: (request: SubscriptionRequest) => void;
  onAskAgain: () => void;
}

/** The request by which a plan that is about to end or change stays as it is. */
const keepingRequest = ({ action, product, months }: PossibleAction): SubscriptionRequest =>
  action === 'change' && product ? { action, product, months: months as Period, totalRappen: 0 } : { action: 'resume' };

/** The one thing to do in a state. */
function MainAction({ state, subscription: answer, hasPdf, act, onPerform, onAskAgain }: Props & { state: PlanState }) {
  const { t, locale } = useMessages();
  const busy = act && act !== 'asking' ? act.action : null;
  const action = mainActionOf(state, answer);
  const invoice = answer.payment?.invoice;
  const form = answer.payment?.form;
  if (state === 'awaiting-card' && form)
    return <Button onClick={() => location.assign(form.payAt)}>{t('plan.awaiting-card.action')}</Button>;
  if (action?.action === 'pay') {
    const price = formatPrice(locale, invoice?.openRappen ?? action.dueNowRappen);
    const label =
      state === 'confirm'
        ? t('plan.confirm.action', { price })
        : state === 'awaiting-card'
          ? t('plan.awaiting-card.action')
          : t('plan.action.pay', { price });
    return (
      <Button busy={busy === 'pay'} onClick={() => onPerform({ action: 'pay' })}>
        {label}
      </Button>
    );
  }
  if (action)
    return (
      // A customer has decided otherwise: to stay is offered, not urged.
      <Button variant="secondary" busy={busy === action.action} onClick={() => onPerform(keepingRequest(action))}>
        {t('plan.action.resume', { plan: productName(t, answer.subscription!.product) })}
      </Button>
    );
  if (state === 'checking' || state === 'provider-silent')
    return (
      <Button variant="secondary" busy={act === 'asking'} onClick={onAskAgain}>
        {t('plan.checking.action')}
      </Button>
    );
  if (state === 'free')
    return (
      <ButtonLink href={`${paths.pricing}#${anchors.personalBusiness}`}>
        {t(answer.sales.isOpen ? 'plan.free.action' : 'plan.free.action-closed')}
      </ButtonLink>
    );
  if (state === 'active')
    return (
      <ButtonLink variant="secondary" href={`${paths.accountPlan}#plan-changes`}>
        {t('plan.active.action')}
      </ButtonLink>
    );
  if (!invoice) return null;
  if (hasPdf) return <SaveInvoiceButton id={invoice.id} number={invoice.number} variant="primary" />;
  return <p className="text-paper-dim">{t('plan.invoices.soon')}</p>;
}

/** What the customer's plan is doing now, in a sentence, and the one action that this asks for. */
export function StateCard(props: Props) {
  const { t, locale } = useMessages();
  const state = planStateOf(props.subscription);
  const { title, text } = stateWords(t, locale, state, props.subscription);
  return (
    <section
      className={isUrgent(state) ? 'card card-urgent stack max-w-form' : 'card stack max-w-form'}
      aria-labelledby="plan-state"
      data-state={state}
    >
      <h2 id="plan-state" tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div className="button-row">
        <MainAction {...props} state={state} />
      </div>
    </section>
  );
}
