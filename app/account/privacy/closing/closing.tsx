import { useEffect, useRef, useState } from 'react';
import { operator } from '../../../../shared/business/company.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { formatInstant } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { EmailLink } from '../../../components/email-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { RoomsOfHolder } from '../../account-rooms.tsx';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { ClosingFaultNotice } from './closing-fault-notice.tsx';
import { useClosing } from './use-closing.ts';

const { deletedAccountDays: days, policyAcceptanceMonthsAfterAccount: months, backupDays } = retention;

/** What happens to an account that is closed, in its order; the first half of it has happened once it is. */
function Steps({ isClosed = false }: { isClosed?: boolean }) {
  const { t } = useMessages();
  const steps = [
    [t('closing.at-once.when'), t('closing.at-once')],
    [t('closing.keep-until.when', { days }), t('closing.keep-until')],
    [t('closing.erased.when', { days }), t('closing.erased', { backupDays })],
    [t('closing.acceptances.when', { months }), t('closing.acceptances')],
  ].slice(isClosed ? 2 : 0);
  return (
    <ol className="steps">
      {steps.map(([when, what]) => (
        <li key={when}>
          <strong className="steps-when">{when}</strong> <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}

/** What is left to happen to an account that is closed. */
function Rest() {
  const { t } = useMessages();
  return (
    <section className="beside-facts stack" aria-labelledby="closing-rest">
      <h2 id="closing-rest">{t('closing.consequences')}</h2>
      <Steps isClosed />
      <p>{t('closing.app')}</p>
    </section>
  );
}

/** What goes when, and what to think of before: the same for everybody, so it is here before anybody signs in. */
function Consequences() {
  const { t } = useMessages();
  return (
    <>
      <section className="stack" aria-labelledby="closing-consequences">
        <h2 id="closing-consequences">{t('closing.consequences')}</h2>
        <Steps />
      </section>
      <div className="beside-facts">
        <section className="stack" aria-labelledby="closing-before">
          <h2 id="closing-before">{t('closing.before')}</h2>
          <p>
            <RichMessage id="closing.copy" elements={{ data: <Link className="link" href={paths.accountData} /> }} />
          </p>
          <p>{t('closing.app')}</p>
        </section>
        <section className="stack" aria-labelledby="closing-plan">
          <h2 id="closing-plan">{t('closing.plan.title')}</h2>
          <p>{t('closing.plan')}</p>
          <p>{t('closing.plan.refund')}</p>
          <p>
            <RichMessage
              id="closing.plan.to-end"
              elements={{ cancel: <Link className="link" href={paths.cancellation} /> }}
            />
          </p>
        </section>
      </div>
    </>
  );
}

/** The second step, so that nobody closes an account with a single press. */
function Confirmation(props: { email: string; isBusy: boolean; onClose: () => void; onCancel: () => void }) {
  const { t } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card stack max-w-form" aria-labelledby="closing-confirmation">
      <h2 id="closing-confirmation" ref={heading} tabIndex={-1}>
        {t('closing.confirm.title')}
      </h2>
      <p>{t('closing.confirm.text', { email: props.email, days })}</p>
      <div className="button-row">
        <Button busy={props.isBusy} onClick={props.onClose}>
          {t('closing.confirm.close')}
        </Button>
        <Button variant="secondary" unavailable={props.isBusy} onClick={props.onCancel}>
          {t('closing.confirm.cancel')}
        </Button>
      </div>
    </section>
  );
}

/** The account is closed: until when it can be kept, and the button for that. */
function Countdown({ erasedAt, isBusy, onKeep }: { erasedAt: string; isBusy: boolean; onKeep: () => void }) {
  const { t, locale } = useMessages();
  const left = Math.max(0, Math.ceil((Date.parse(erasedAt) - Date.now()) / dayMs));
  return (
    <section className="card card-urgent stack max-w-form" aria-labelledby="closing-closed">
      <h2 id="closing-closed">{t('closing.closed.left', { days: left })}</h2>
      <p>{t('closing.closed.text', { time: formatInstant(locale, new Date(erasedAt)) })}</p>
      <div className="button-row">
        <Button busy={isBusy} onClick={onKeep}>
          {t('closing.keep')}
        </Button>
      </div>
    </section>
  );
}

function OwnAccount({ onClosed }: { onClosed: (isClosed: boolean) => void }) {
  const { t } = useMessages();
  const { known, act, problem, wasKept, reload, run, forget } = useClosing();
  const [isConfirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    // The question is gone, and the focus with it.
    if (wasConfirming.current && !isConfirming) opener.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);

  const erasedAt = typeof known === 'object' && known.profile && known.end?.by === 'holder' && known.end.erasedAt;
  useEffect(() => {
    onClosed(Boolean(erasedAt));
    return () => onClosed(false);
  }, [erasedAt, onClosed]);

  useEffect(() => {
    if (wasKept) opener.current?.focus();
  }, [wasKept]);

  const keepOpen = () => {
    // The question was answered when the account was closed.
    setConfirming(false);
    void run('keeping');
  };
  if (known === 'loading') return <Spinner label={t('page.loading')} />;
  if (known === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('closing.problem.otherwise')}</p>
        <Button variant="secondary" onClick={reload}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  if (erasedAt)
    return (
      <>
        <Countdown erasedAt={erasedAt} isBusy={act === 'keeping'} onKeep={keepOpen} />
        <ClosingFaultNotice problem={problem} />
      </>
    );
  if (known.status === 'ended')
    return (
      <Notice kind="error">
        <p>{t('problems.account-ended')}</p>
      </Notice>
    );
  if (!known.profile)
    return (
      <Notice kind="info">
        <p>
          <RichMessage
            id="closing.nothing"
            values={{ address: operator.supportEmail }}
            elements={{ email: <EmailLink address={operator.supportEmail} /> }}
          />
        </p>
      </Notice>
    );
  const cancel = () => {
    setConfirming(false);
    forget();
  };
  return (
    <>
      {known.status === 'suspended' ? (
        <Notice kind="info">
          <p role="status">{t('closing.suspended')}</p>
        </Notice>
      ) : (
        wasKept && <Notice kind="success">{t('closing.kept')}</Notice>
      )}
      {isConfirming ? (
        <Confirmation
          email={known.profile.email}
          isBusy={act === 'closing'}
          onClose={() => run('closing')}
          onCancel={cancel}
        />
      ) : (
        <div className="button-row">
          <Button ref={opener} variant="secondary" onClick={() => setConfirming(true)}>
            {t('closing.open')}
          </Button>
        </div>
      )}
      <ClosingFaultNotice problem={problem} />
    </>
  );
}

/** Where a person closes the account, and changes their mind (specification 4 and 9). */
export default function Closing() {
  const { t } = useMessages();
  const [isClosed, setClosed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What has become of the account comes first, and whoever has just closed it is told.
    if (isClosed) heading.current?.focus();
  }, [isClosed]);
  return (
    <div className="page-width page-plain page-account stack">
      <h1 ref={heading} tabIndex={-1}>
        {isClosed ? t('closing.closed.title') : t('closing.title')}
      </h1>
      {!isClosed && <p className="lead">{t('closing.lead')}</p>}
      <RoomsOfHolder />
      <div className={isClosed ? 'beside' : 'beside beside-act'}>
        {!isClosed && <Consequences />}
        <div className="stack">
          <SessionFaultNotice />
          <p className="hidden max-w-[66ch] noscript:block">
            {t('closing.no-script', { address: operator.supportEmail })}
          </p>
          <HolderOnly returnTo={paths.accountClosing} signInLabel={t('closing.sign-in')}>
            {(user) => <OwnAccount key={user.id} onClosed={setClosed} />}
          </HolderOnly>
        </div>
        {isClosed && <Rest />}
      </div>
    </div>
  );
}
