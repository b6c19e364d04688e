import { useEffect } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { useSite } from '../../../site/site-context.ts';
import { RoomsOfHolder } from '../../account-rooms.tsx';
import { UnconfirmedAddresses } from '../../privacy/mail-addresses.tsx';
import { RestrictedNotice } from '../../privacy/restricted-notice.tsx';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { Invoices } from './invoices.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { PlanWithdrawal } from './plan-withdrawal.tsx';
import { StateCard } from './state-card.tsx';
import { closingText } from './state-words.ts';
import { Transfer } from './transfer.tsx';
import { usePlan } from './use-plan.ts';

/** The account is closed, or suspended by the company: nothing of the plan can be used, and what can be done instead. */
function AccountNotice(props: {
  erasedAt: string | null;
  status: 'ended' | 'suspended';
  today: string;
  mayCancel: boolean;
}) {
  const { t, locale } = useMessages();
  const { erasedAt, status, today, mayCancel } = props;
  if (erasedAt === null)
    return (
      <Notice kind="error">
        <p>{t(`problems.account-${status}`)}</p>
        {mayCancel && (
          <ButtonLink variant="secondary" href={paths.cancellation}>
            {t('plan.action.cancel')}
          </ButtonLink>
        )}
      </Notice>
    );
  return (
    <section className="card card-urgent stack max-w-form" aria-labelledby="plan-state" data-state="closing">
      <h2 id="plan-state">{t('plan.closing.title')}</h2>
      <p>{closingText(t, locale, { today, erasedAt })}</p>
      <div className="button-row">
        <ButtonLink href={paths.accountClosing}>{t('account.closed.keep')}</ButtonLink>
      </div>
    </section>
  );
}

function OwnPlan() {
  const { t } = useMessages();
  const { navigate } = useSite();
  const { known, hasPdf, act, problem, changes, reload, askAgain, perform } = usePlan();
  const isHere = typeof known === 'object';
  useEffect(() => {
    // The element that the address points to has only now been rendered.
    if (isHere && location.hash) navigate(paths.accountPlan + location.hash, { replace: true });
  }, [isHere, navigate]);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (changes > 0) document.getElementById('plan-state')?.focus();
  }, [changes]);
  if (known === 'loading') return <Spinner label={t('page.loading')} />;
  if (known === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('plan.fault')}</p>
        <Button variant="secondary" onClick={reload}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  const { account, subscription, usage, invoices } = known;
  const { payment } = subscription;
  const isByInvoice = subscription.subscription?.method === 'invoice';
  const isByTransfer = isByInvoice || payment?.state === 'awaiting-transfer' || payment?.state === 'owed';
  const mayPay = subscription.actions.some(({ action }) => action === 'pay');
  const stateCard = (
    <StateCard subscription={subscription} hasPdf={hasPdf} act={act} onPerform={perform} onAskAgain={askAgain} />
  );
  const transfer = payment?.invoice && isByTransfer && (
    <Transfer
      invoice={payment.invoice}
      otherWay={
        mayPay &&
        isByInvoice && (
          <Button
            variant="secondary"
            busy={act !== null && act !== 'asking' && act.action === 'pay'}
            onClick={() => perform({ action: 'pay' })}
          >
            {t('plan.action.pay-card')}
          </Button>
        )
      }
    />
  );
  const withdrawal = (
    <PlanWithdrawal key={`withdrawal ${changes}`} subscription={subscription} act={act} onPerform={perform} />
  );
  if (account.status !== 'active')
    return (
      <>
        <AccountNotice
          status={account.status}
          today={subscription.today}
          mayCancel={subscription.actions.some(({ action }) => action === 'cancel')}
          erasedAt={account.end?.by === 'holder' && account.profile ? account.end.erasedAt : null}
        />
        {account.status === 'suspended' && (
          <>
            {mayPay
              ? stateCard
              : changes > 0 &&
                !act &&
                !problem && (
                  <div id="plan-state" tabIndex={-1}>
                    <Notice kind="success">{t('plan.done')}</Notice>
                  </div>
                )}
            <ProblemNotice problem={problem} page="billing" />
            {mayPay && transfer}
            {withdrawal}
          </>
        )}
        <Invoices invoices={invoices} />
      </>
    );
  return (
    <>
      {changes > 0 && !act && !problem && <Notice kind="success">{t('plan.changed')}</Notice>}
      {subscription.isRestricted && <RestrictedNotice />}
      <div className="beside">
        <div className="stack">
          {stateCard}
          <UnconfirmedAddresses account={account} />
          <ProblemNotice problem={problem} page="billing" />
          {transfer}
          <PlanChanges key={changes} subscription={subscription} act={act} onPerform={perform} />
          {withdrawal}
          <Invoices invoices={invoices} />
        </div>
        <div className="beside-facts">
          <PlanFacts subscription={subscription} usage={usage} />
        </div>
      </div>
    </>
  );
}

/** What the account's holder has bought, what it costs and what comes next. */
export default function Plan() {
  const { t } = useMessages();
  return (
    <div className="page-width page-plain page-account stack">
      <h1>{t('plan.title')}</h1>
      <p className="lead">{t('plan.lead')}</p>
      <RoomsOfHolder />
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">{t('plan.no-script')}</p>
      <HolderOnly returnTo={paths.accountPlan} signInLabel={t('plan.sign-in')}>
        {(user) => <OwnPlan key={user.id} />}
      </HolderOnly>
    </div>
  );
}
