import { type ComponentType, useEffect, useState } from 'react';
import type { Boot } from '../site/boot.ts';
import { useSite } from '../site/site-context.ts';

/**
 * Offers the page in the language that the browser prefers, until the visitor has chosen one for this tab. Its code is
 * only loaded in browsers that prefer another language; if it fails to load, nobody misses it.
 */
export function LanguageSuggestion() {
  const { boot } = useSite();
  const [Bar, setBar] = useState<ComponentType<{ boot: Boot }> | null>(null);

  useEffect(() => {
    if (!boot.suggestions || navigator.language.startsWith(boot.locale)) return;
    import('./language-suggestion-bar.tsx').then(
      (module) => setBar(() => module.default),
      () => {},
    );
  }, [boot]);

  return Bar && <Bar boot={boot} />;
}
