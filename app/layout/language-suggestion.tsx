import { type ReactNode, useEffect, useState } from 'react';
import { useSite } from '../site-context.ts';
import { findPreferredLocale, hasChosenLocale, keepLocale } from './language-preference.ts';

/**
 * Offers the page in the language that the browser prefers until the visitor has chosen one for this tab. Staying is a
 * choice, too. What is shown is loaded only where there is something to offer; if it does not arrive, nobody misses it.
 */
export function LanguageSuggestion() {
  const { locale: current, suggestions } = useSite().boot;
  const [bar, setBar] = useState<ReactNode>(null);

  useEffect(() => {
    const locale = findPreferredLocale(navigator.languages);
    const texts = locale && suggestions?.[locale];
    if (!texts || hasChosenLocale()) return;
    const dismiss = () => {
      keepLocale(current);
      setBar(null);
      document.querySelector('main')?.focus({ preventScroll: true });
    };
    import('./language-suggestion-bar.tsx').then(
      ({ default: Bar }) => setBar(<Bar locale={locale} texts={texts} onDismiss={dismiss} />),
      () => {},
    );
  }, [current, suggestions]);

  return bar;
}
