import { useLayoutEffect } from 'react';
import { paths } from '../../shared/paths.ts';
import { Button } from '../components/button.tsx';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { endSignal, giveSignal } from '../site/root-signals.ts';
import { useConsent } from './consent-context.ts';
import { type ConsentState, prerenderedState } from './consent-state.ts';

/** The page's head decides before anything is known; from then on the bar is visible while it asks. */
function useBarSignal(consent: ConsentState): void {
  useLayoutEffect(() => {
    if (consent === prerenderedState) return;
    if (consent.isAsking) giveSignal('consent', 'ask');
    else endSignal('consent');
  }, [consent]);
}

/**
 * Asks once, at the end of the window, without getting in the way: it is not a dialog and takes no focus. Part of every
 * prerendered page, and visible when the page's head finds no earlier choice (app/site/inline/ask-consent.ts).
 */
export function ConsentBar() {
  const { t } = useMessages();
  const { consent, act } = useConsent();
  useBarSignal(consent);
  if (!consent.isAsking) return null;
  const prepare = () => act();
  const choose = (statistics: boolean) =>
    act((store) => {
      store.choose('banner', statistics);
      // The button that has the focus disappears with the bar.
      document.querySelector('main')?.focus({ preventScroll: true });
    });
  return (
    <section className="consent-bar" aria-label={t('consent.label')} onPointerEnter={prepare} onFocus={prepare}>
      {consent.isOutdated && (
        <p className="consent-bar-news" role="alert">
          {t('page.consent-again')}
        </p>
      )}
      <p>
        <RichMessage
          id="consent.text"
          elements={{ policy: <Link className="consent-link" href={paths.cookiePolicy} /> }}
        />{' '}
        <button
          type="button"
          className="consent-link"
          aria-haspopup="dialog"
          onClick={() => act((store) => store.openSettings())}
        >
          {t('consent.settings')}
        </button>
      </p>
      <div className="consent-bar-choices">
        <Button variant="secondary" size="small" onClick={() => choose(false)}>
          {t('consent.reject')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => choose(true)}>
          {t('consent.accept')}
        </Button>
      </div>
    </section>
  );
}
