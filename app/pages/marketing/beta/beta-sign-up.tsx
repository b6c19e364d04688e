import { operator } from '../../../../shared/business/company.ts';
import { paths } from '../../../../shared/paths.ts';
import { useAuth } from '../../../account/session/auth.ts';
import { useLeaving } from '../../../account/session/use-leaving.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { EmailLink } from '../../../components/email-link.tsx';
import { mailAddress } from '../../../components/mail-address.ts';
import { Notice } from '../../../components/notice.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** Sign-up at the login provider, which returns to /signed-up; or by e-mail, which needs neither script nor account. */
export function BetaSignUp() {
  const { t } = useMessages();
  const { user, signUp } = useAuth();
  const { leaving, failed, leave } = useLeaving();
  const subject = t('beta.by-email.subject');

  return (
    <div className="stack">
      {failed && (
        <Notice kind="error">
          <p>
            <RichMessage
              id="beta.sign-up.failed"
              values={{ address: operator.generalEmail }}
              elements={{ email: <EmailLink address={operator.generalEmail} subject={subject} /> }}
            />
          </p>
        </Notice>
      )}
      <p className="button-row">
        {user ? (
          <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
        ) : (
          <Button
            className="needs-script"
            busy={leaving}
            onClick={() => leave(() => signUp({ returnTo: paths.signedUp }))}
          >
            {leaving ? t('beta.redirecting') : t('beta.sign-up')}
          </Button>
        )}
        <ButtonLink variant="secondary" href={mailAddress(operator.generalEmail, { subject })}>
          {t('beta.by-email')}
        </ButtonLink>
      </p>
      <p className="text-small text-paper-dim">{user ? t('beta.signed-in', { email: user.email }) : t('beta.note')}</p>
      <p className="hidden text-small noscript:block">{t('beta.no-script')}</p>
    </div>
  );
}
