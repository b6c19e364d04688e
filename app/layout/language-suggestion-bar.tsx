import type { Locale } from '../../shared/locales.ts';
import type { LanguageSuggestionTexts } from '../boot.ts';
import { Icon } from '../components/icon.tsx';
import { chooseLocale, localeHref } from './choose-locale.ts';

interface Props {
  locale: Locale;
  texts: LanguageSuggestionTexts;
  onDismiss: () => void;
}

/** One sentence and one link in the suggested language. Lies over the page, so that nothing moves, and takes no focus. */
export default function LanguageSuggestionBar({ locale, texts, onDismiss }: Props) {
  return (
    <section className="language-suggestion" lang={locale} aria-label={texts.label}>
      <p>
        {texts.text}{' '}
        <a
          className="line-link"
          href={localeHref(locale)}
          hrefLang={locale}
          rel="nofollow"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            chooseLocale(locale);
          }}
        >
          {texts.choose}
        </a>
      </p>
      <button type="button" className="button button-quiet button-icon" aria-label={texts.dismiss} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </section>
  );
}
