import { paths } from '../../shared/paths.ts';
import { Button } from '../components/button.tsx';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { useConsent } from './consent-context.ts';

/**
 * Asks once, at the end of the window, without being in the way: it is no dialog and takes no focus. Part of every
 * prerendered page, and seen when the page's head finds that nothing has been chosen (app/site/inline/ask-consent.js).
 */
export function ConsentBar() {
  const { t } = useMessages();
  const { parts, act } = useConsent();
  if (!parts.isAsking) return null;
  const prepare = () => act();
  return (
    <section className="consent-bar" aria-label={t('consent.label')} onPointerEnter={prepare} onFocus={prepare}>
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
        <Button variant="secondary" size="small" onClick={() => act((store) => store.choose('banner', false))}>
          {t('consent.reject')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => act((store) => store.choose('banner', true))}>
          {t('consent.accept')}
        </Button>
      </div>
    </section>
  );
}

/** The settings while they are open, wherever they were opened. */
export function ConsentSettings() {
  return useConsent().parts.settings;
}
