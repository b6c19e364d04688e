import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signalNames } from '../../shared/business/consent.ts';
import { formatDate } from '../../shared/dates.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { useConsent } from './consent-context.ts';
import type { ConsentState } from './consent-state.ts';

/** What counts now: the browser's signal, the choice and its day, or none yet. */
function PresentState({ choice, signal }: Pick<ConsentState, 'choice' | 'signal'>) {
  const { t, locale } = useMessages();
  if (signal) return <p>{t('consent-settings.signal', { signal: signalNames[signal] })}</p>;
  if (!choice) return <p>{t('consent-settings.open')}</p>;
  const date = formatDate(locale, new Date(choice.decidedAt), { dateStyle: 'long' });
  return (
    <p>
      {choice.categories.statistics ? t('consent-settings.allowed', { date }) : t('consent-settings.refused', { date })}
    </p>
  );
}

/** Every choice in one place, as a native modal dialog: Escape, a press outside it and a button close it. */
export default function ConsentDialog() {
  const { t } = useMessages();
  const { consent, act } = useConsent();
  const { choice, signal, isKept, isRecorded, isOutdated } = consent;
  const dialog = useRef<HTMLDialogElement>(null);
  const [allowsStatistics, setAllowsStatistics] = useState(choice?.categories.statistics ?? false);
  const [isSaved, setSaved] = useState(false);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // A bar that was answered meanwhile is gone, and its button with it.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      else document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);

  const decide = (statistics: boolean) => {
    setAllowsStatistics(statistics);
    act((store) => store.choose('settings', statistics));
    setSaved(true);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    decide(allowsStatistics);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      className="consent-dialog"
      ref={dialog}
      aria-labelledby="consent-settings"
      onClose={() => act((store) => store.closeSettings())}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form className="consent-dialog-body" onSubmit={save}>
        <div className="consent-dialog-head">
          <h2 id="consent-settings">{t('consent-settings.title')}</h2>
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={t('consent-settings.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <PresentState choice={choice} signal={signal} />
        <div className="consent-category">
          <p className="consent-category-name">
            {t('consent.necessary')} <span>{t('consent.necessary.always')}</span>
          </p>
          <p id="consent-necessary">{t('consent.necessary.text')}</p>
        </div>
        <div className="consent-category">
          <label className="consent-category-name" htmlFor="consent-statistics">
            {t('consent.statistics')}
            <input
              id="consent-statistics"
              type="checkbox"
              className="check"
              aria-describedby="consent-statistics-text"
              checked={allowsStatistics && !signal}
              disabled={signal !== null}
              onChange={({ currentTarget }) => {
                setAllowsStatistics(currentTarget.checked);
                setSaved(false);
              }}
            />
          </label>
          <p id="consent-statistics-text">{t('consent.statistics.text')}</p>
        </div>
        {!signal && (
          <div className="consent-dialog-choices">
            <Button variant="secondary" size="small" onClick={() => decide(false)}>
              {t('consent.reject')}
            </Button>
            <Button variant="secondary" size="small" onClick={() => decide(true)}>
              {t('consent.accept')}
            </Button>
            <Button variant="secondary" size="small" type="submit">
              {t('consent.save')}
            </Button>
          </div>
        )}
        {isOutdated && <Notice kind="error">{t('page.consent-again')}</Notice>}
        <div role="status">{isSaved && choice && <Notice kind="local" title={t('consent-settings.saved')} />}</div>
        {!isKept && <p>{t('consent-settings.not-stored')}</p>}
        {!isRecorded && <p>{t('consent-settings.waiting')}</p>}
        {choice && <p className="consent-record">{t('consent-settings.record', { id: choice.id })}</p>}
      </form>
    </dialog>
  );
}
