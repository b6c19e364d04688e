import { paths } from '../../../shared/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { PreviousDownload } from '../delivery/previous-download.tsx';
import { useAuth } from './auth.ts';
import { SessionFaultNotice } from './session-fault-notice.tsx';
import { useLeaving } from './use-leaving.ts';

/**
 * Shown after signing out: a way back in, and the thanks message for a download that was started (specification 2).
 * Whoever comes here with a session is told of that instead.
 */
export default function LoggedOut() {
  const { t } = useMessages();
  const { isLoading, user, signIn } = useAuth();
  const { leaving, leave } = useLeaving();
  if (user)
    return (
      <div className="page-width page-plain">
        <h1>{t('logged-out.signed-in')}</h1>
        <p className="lead">{t('account.form.lead', { email: user.email })}</p>
        <PreviousDownload userId={user.id} />
        <div className="button-row">
          <ButtonLink href={paths.account}>{t('account.rooms')}</ButtonLink>
        </div>
      </div>
    );
  return (
    <>
      {isLoading && (
        <div className="page-width page-plain shown-with-session-sign">
          <Spinner label={t('account.checking')} />
        </div>
      )}
      <div className={isLoading ? 'page-width page-plain shown-without-session-sign' : 'page-width page-plain'}>
        <h1>{t('logged-out.signed-out')}</h1>
        <p className="lead">{t('logged-out.text')}</p>
        <PreviousDownload />
        <SessionFaultNotice />
        <div className="needs-script button-row">
          <Button busy={leaving} onClick={() => leave(signIn)}>
            {leaving ? t('account.redirecting') : t('logged-out.sign-in')}
          </Button>
        </div>
        <p>
          <RichMessage
            id="logged-out.closing"
            elements={{ closing: <Link href={paths.accountClosing} className="link" /> }}
          />
        </p>
      </div>
    </>
  );
}
