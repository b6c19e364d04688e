import { useEffect, useRef, useState } from 'react';
import { notFoundCountdownSeconds } from '../../shared/business/limits.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { useSite } from '../site/site-context.ts';

/** The not-found page: goes home by itself after a countdown that can be cancelled (specification 2 and 4). */
export default function NotFound() {
  const { t } = useMessages();
  const { navigate } = useSite();
  const [seconds, setSeconds] = useState(notFoundCountdownSeconds);
  // The countdown is a promise of the script: without one, the prerendered page must not announce it.
  const [state, setState] = useState<'idle' | 'counting' | 'cancelled'>('idle');
  const choices = useRef<HTMLDivElement>(null);

  useEffect(() => setState('counting'), []);
  useEffect(() => {
    if (state !== 'counting') return;
    if (seconds === 0) return navigate(paths.landing, { replace: true });
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [state, seconds, navigate]);

  const cancel = () => {
    setState('cancelled');
    // The button goes; the focus must not go with it.
    choices.current?.querySelector('a')?.focus();
  };
  // Whoever came by an address typed in has nothing to go back to.
  const goBack = () => (history.length > 1 ? history.back() : navigate(paths.landing));

  // Announced at the start and near the end: a voice that counts every second would drown everything else.
  const spoken = seconds > 3 ? notFoundCountdownSeconds : 3;
  return (
    <div className="page-width not-found">
      <div className="lost-trail" />
      <h1>{t('not-found.title')}</h1>
      <p className="lead">{t('not-found.description')}</p>
      <div className="not-found-countdown">
        {state === 'counting' && <p aria-hidden="true">{t('not-found.countdown', { seconds })}</p>}
        <p role="status" className={state === 'cancelled' ? undefined : 'sr-only'}>
          {state === 'counting' && t('not-found.countdown', { seconds: spoken })}
          {state === 'cancelled' && t('not-found.cancelled')}
        </p>
      </div>
      <div className="button-row" ref={choices}>
        <ButtonLink href={paths.landing}>{t('not-found.home')}</ButtonLink>
        {/* Part of the page before it counts: the countdown's start moves nothing. Hidden where there are no scripts. */}
        {state !== 'cancelled' && (
          <Button variant="secondary" className="needs-script" onClick={cancel}>
            {t('not-found.cancel')}
          </Button>
        )}
        <Button variant="quiet" className="needs-script" onClick={goBack}>
          {t('not-found.back')}
        </Button>
      </div>
      <p className="text-paper-dim">
        <RichMessage id="not-found.help" elements={{ contact: <Link href={paths.contact} /> }} />
      </p>
    </div>
  );
}
