import { useCallback, useEffect, useRef, useState } from 'react';
import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { operator } from '../../../../shared/business/company.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { addDays } from '../../../../shared/days.ts';
import { formatDay } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { useAct } from '../../../api-client/use-act.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { EmailLink } from '../../../components/email-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RadioCards } from '../../../components/radio-cards.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { NoticeForm } from '../../../pages/notices/notice-form.tsx';
import { useAuth } from '../../session/auth.ts';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { productName } from '../offer-words.ts';
import { endingText } from './ending-text.ts';

type FollowedBy = 'free' | 'close';

/** What follows the plan, and the button that cancels: the change to Free comes first, as the milder one. */
function CancelPlan({
  answer,
  onCancelled,
}: {
  answer: SubscriptionAnswer;
  onCancelled: (answer: SubscriptionAnswer) => void;
}) {
  const { t, locale } = useMessages();
  const billing = useBillingApi();
  const [followedBy, setFollowedBy] = useState<FollowedBy>('free');
  const { run, isBusy, problem } = useAct(async (then: FollowedBy, keyOf) => {
    onCancelled(await billing.changeSubscription({ action: 'cancel', followedBy: then }, keyOf()));
  });
  const { product, method } = answer.subscription!;
  return (
    <section className="card stack max-w-form" aria-labelledby="cancel-plan">
      <h2 id="cancel-plan">{t('cancellation.question', { plan: productName(t, product) })}</h2>
      <p>{endingText(t, locale, answer)}</p>
      {method === 'invoice' && answer.state === 'active' && <p>{t('cancellation.written')}</p>}
      <RadioCards
        id="cancel-then"
        legend={t('cancellation.then')}
        name="then"
        value={followedBy}
        onChange={setFollowedBy}
        cards={[
          { value: 'free', label: t('cancellation.then.free'), description: t('cancellation.then.free.text') },
          {
            value: 'close',
            label: t('cancellation.then.close'),
            description: t('cancellation.then.close.text', { days: retention.deletedAccountDays }),
          },
        ]}
      />
      <div className="button-row">
        <Button busy={isBusy} onClick={() => run(followedBy)}>
          {t('cancellation.submit')}
        </Button>
        <ButtonLink variant="secondary" href={paths.accountPlan}>
          {t('cancellation.leave')}
        </ButtonLink>
      </div>
      <ProblemNotice problem={problem} page="billing" />
    </section>
  );
}

/** Confirms the cancellation and says until when the plan works. */
function Cancelled({ answer }: { answer: SubscriptionAnswer }) {
  const { t, locale } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { subscription } = answer;
  return (
    <section className="card stack max-w-form" aria-labelledby="cancelled">
      <h2 id="cancelled" ref={heading} tabIndex={-1}>
        {t('cancellation.done')}
      </h2>
      <p>
        {subscription?.endsOn
          ? t('cancellation.done.text', {
              plan: productName(t, subscription.product),
              date: formatDay(locale, addDays(subscription.endsOn, -1)),
            })
          : t('cancellation.done.now')}
      </p>
      <div className="button-row">
        <ButtonLink href={paths.accountPlan}>{t('cancellation.to-plan')}</ButtonLink>
      </div>
    </section>
  );
}

type Known = SubscriptionAnswer | 'loading' | 'unreachable';

/** Whether there is a plan that can be cancelled here; `null` without a person. */
function useOwnSubscription(userId: string | undefined) {
  const billing = useBillingApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another plan
  const ask = useCallback((): Promise<SubscriptionAnswer> => billing.getSubscription(), [billing, userId]);
  const { known, reload } = useAnswer(userId ? ask : null);
  return { answer: userId ? known : null, reload };
}

const isCancellable = ({ actions }: SubscriptionAnswer) => actions.some(({ action }) => action === 'cancel');

/** What a signed-in person can do without the form. */
function OwnCancellation({ email, answer, onRetry }: { email: string; answer: Known; onRetry: () => void }) {
  const { t } = useMessages();
  const [cancelled, setCancelled] = useState<SubscriptionAnswer | null>(null);
  if (cancelled) return <Cancelled answer={cancelled} />;
  if (answer === 'loading') return <Spinner label={t('page.loading')} />;
  if (answer === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('plan.fault')}</p>
        <Button variant="secondary" onClick={onRetry}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  if (answer.subscription?.endsOn) return <Cancelled answer={answer} />;
  if (isCancellable(answer)) return <CancelPlan answer={answer} onCancelled={setCancelled} />;
  return (
    <Notice kind="info">
      <p>{t('cancellation.nothing', { email })}</p>
      <ButtonLink variant="secondary" href={paths.accountClosing}>
        {t('cancellation.close-account')}
      </ButtonLink>
    </Notice>
  );
}

/** Where a contract is cancelled, as easily as it was made: with a sign-in at once, without one by a form. */
export default function Cancellation() {
  const { t } = useMessages();
  const { isLoading, user } = useAuth();
  const { answer, reload } = useOwnSubscription(user?.id);
  const person = user?.id ?? 'nobody';
  /** For whom the form was begun. It stays as it is, whatever becomes of the session meanwhile. */
  const [begunBy, setBegunBy] = useState<string | null>(null);
  const isFormNeeded =
    answer === null ||
    answer === 'unreachable' ||
    (answer !== 'loading' && !answer.subscription?.endsOn && !isCancellable(answer));
  return (
    <div className="page-width page-plain stack">
      <h1>{t('cancellation.title')}</h1>
      <p className="lead">{t('cancellation.lead')}</p>
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">
        <RichMessage
          id="cancellation.no-script"
          values={{ address: operator.supportEmail }}
          elements={{ email: <EmailLink address={operator.supportEmail} /> }}
        />
      </p>
      <div className="needs-script stack">
        {isLoading && (
          <div className="shown-with-session-sign">
            <Spinner label={t('account.checking')} />
          </div>
        )}
        {user && <p className="text-paper-dim">{t('account.form.lead', { email: user.email })}</p>}
        {user && answer && <OwnCancellation key={user.id} email={user.email} answer={answer} onRetry={reload} />}
        {(isFormNeeded || begunBy) && (
          <div
            className={isLoading && !begunBy ? 'shown-without-session-sign' : undefined}
            onInput={() => setBegunBy((known) => known ?? person)}
          >
            <NoticeForm key={begunBy ?? person} kind="cancellation" email={user?.email} />
          </div>
        )}
      </div>
    </div>
  );
}
