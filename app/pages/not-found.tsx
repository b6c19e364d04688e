import { useEffect, useRef, useState } from 'react';
import { notFoundCountdownSeconds } from '../../shared/business/limits.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { useSite } from '../site-context.ts';

/** A trail that sets out along its line, turns round in a circle and loses its way. */
function LostTrail() {
  const line = 'M6 112C110 112 150 108 206 84c46-20 60-66 22-74s-62 34-30 60 92 26 142 2c40-19 52-40 74-30';
  // Where the window has room, they stray to its other end.
  const strays = [
    [442, 50, 2.6],
    [462, 72, 2.5],
    [470, 102, 2.4],
    [502, 96, 2.3],
    [520, 60, 2.3],
    [548, 118, 2.2],
    [596, 88, 2.2],
    [634, 34, 2.1],
    [668, 96, 2.1],
    [716, 122, 2],
    [752, 62, 2],
    [812, 84, 1.9],
    [856, 26, 1.8],
    [888, 108, 1.8],
    [950, 70, 1.7],
    [994, 116, 1.6],
    [1042, 44, 1.5],
    [1098, 92, 1.4],
    [1160, 66, 1.3],
  ] as const;
  return (
    <svg className="lost-trail" aria-hidden="true" viewBox="0 0 600 130" width="600" height="130">
      <path d={line} />
      {strays.map(([x, y, radius]) => (
        <circle key={x} cx={x} cy={y} r={radius} />
      ))}
    </svg>
  );
}

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
      <LostTrail />
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
        {state === 'counting' && (
          <Button variant="secondary" onClick={cancel}>
            {t('not-found.cancel')}
          </Button>
        )}
        <Button className="needs-script" variant="quiet" onClick={goBack}>
          {t('not-found.back')}
        </Button>
      </div>
      <p className="text-paper-dim">
        <RichMessage id="not-found.help" elements={{ contact: <Link href={paths.contact} /> }} />
      </p>
    </div>
  );
}
