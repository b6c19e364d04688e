import { useState } from 'react';
import { findPreferredLocale } from '../../shared/locales.ts';
import { Icon } from '../components/icon.tsx';
import { isPlainClick } from '../navigation/is-plain-click.ts';
import type { Boot } from '../site/boot.ts';
import { chooseLocale, localeHref } from './choose-locale.ts';
import { hasChosenLocale, keepLocale } from './language-preference.ts';

/**
 * One sentence and one link in the suggested language; nothing where there is none to suggest. Staying is a choice,
 * too. Overlays the page, so that nothing moves, and takes no focus.
 */
export default function LanguageSuggestionBar({ boot }: { boot: Boot }) {
  const [locale, setLocale] = useState(() =>
    hasChosenLocale() ? undefined : findPreferredLocale(navigator.languages),
  );
  const texts = locale && boot.suggestions?.[locale];
  if (!texts) return null;
  const dismiss = () => {
    keepLocale(boot.locale);
    setLocale(undefined);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <section className="language-suggestion" lang={locale} aria-label={texts.label}>
      <p>
        <span>{texts.text}</span>{' '}
        <a
          className="line-link"
          href={localeHref(locale)}
          hrefLang={locale}
          rel="nofollow"
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            chooseLocale(locale);
          }}
        >
          {texts.choose}
        </a>
      </p>
      <button type="button" className="button button-quiet button-icon" aria-label={texts.dismiss} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </section>
  );
}
