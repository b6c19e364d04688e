import { ConsentSettingsButton } from '../../consent/consent-settings-button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { LegalPage } from './legal-page.tsx';

export default function CookiePolicy() {
  const { t } = useMessages();
  return (
    <LegalPage title="legal.cookie-policy.title" document="cookie-policy">
      <p className="screen-only mt-6">
        <ConsentSettingsButton className="button button-secondary button-small">
          {t('layout.legal.cookie-settings')}
        </ConsentSettingsButton>
      </p>
    </LegalPage>
  );
}
