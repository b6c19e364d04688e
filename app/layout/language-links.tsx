import type { MouseEvent } from 'react';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { Icon } from '../components/icon.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { isPlainClick } from '../navigation/is-plain-click.ts';
import { chooseLocale, localeHref } from './choose-locale.ts';

const choose = (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  chooseLocale(locale);
};

/** The language menu of the header: the five languages, the current one ticked. Works without scripts. */
export function LanguageMenu() {
  const { t, locale: current } = useMessages();
  return (
    <>
      <button type="button" className="button button-quiet button-small language-button" popoverTarget="languages">
        <span>{current.toUpperCase()}</span>{' '}
        <span className="sr-only">{t('layout.language.current', { language: localeNames[current] })}</span>
        <Icon name="chevron" size={16} />
      </button>
      <nav className="header-menu language-menu" id="languages" popover="auto" aria-label={t('layout.language.label')}>
        <ul>
          {locales.map((locale) => (
            <li key={locale}>
              <a
                className="language-link"
                href={localeHref(locale)}
                hrefLang={locale}
                lang={locale}
                rel="nofollow"
                aria-current={locale === current ? 'true' : undefined}
                onClick={(event) => choose(event, locale)}
              >
                {locale === current && <Icon name="check" size={18} />}
                <span className="language-code">{locale.toUpperCase()}</span>
                <span>{localeNames[locale]}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

/** The same choice at the foot of the drawer, on one line. */
export function DrawerLanguages() {
  const { t, locale: current } = useMessages();
  return (
    <nav aria-label={t('layout.language.label')} className="drawer-languages">
      {locales.map((locale) => (
        <a
          key={locale}
          className="drawer-language"
          href={localeHref(locale)}
          hrefLang={locale}
          lang={locale}
          rel="nofollow"
          aria-label={`${locale.toUpperCase()} ${localeNames[locale]}`}
          aria-current={locale === current ? 'true' : undefined}
          onClick={(event) => choose(event, locale)}
        >
          {locale.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
