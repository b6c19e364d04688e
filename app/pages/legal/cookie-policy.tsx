import { ConsentSettingsButton } from '../../consent/consent-settings-button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { LegalPage } from './legal-page.tsx';

export default function CookiePolicy() {
  const { t } = useMessages();
  return (
    <LegalPage title="legal.cookie-policy.title" document="cookie-policy">
      <p className="screen-only">
        <ConsentSettingsButton className="button button-secondary button-small">
          {t('legal.cookie-policy.manage')}
        </ConsentSettingsButton>
      </p>
    </LegalPage>
  );
}
