import type { ReactElement } from 'react';
import { ConsentBar } from '../consent/consent-bar.tsx';
import { ConsentSettings } from '../consent/consent-settings.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LanguageSuggestion } from './language-suggestion.tsx';
import { SessionBar } from './session-bar.tsx';

/** What surrounds every page: a skip link, the header, the place of the page (`children`), the footer. */
export function PageFrame({ children }: { children: ReactElement }) {
  const { t } = useMessages();
  return (
    <div className="page-frame">
      <a className="skip-link" href="#content">
        {t('layout.skip-to-content')}
      </a>
      <Header />
      <SessionBar />
      <div className="window-end">
        <ConsentBar />
        <LanguageSuggestion />
      </div>
      <ConsentSettings />
      {children}
      <Footer />
    </div>
  );
}
