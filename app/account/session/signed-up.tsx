import { operator } from '../../../shared/business/company.ts';
import { launch } from '../../../shared/business/launch.ts';
import { installationSpaceGigabytes, installer, platforms } from '../../../shared/business/product.ts';
import { formatList, formatMonths } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { useAuth } from './auth.ts';

/** Only who is signed in has signed up for certain; anybody may open the page. */
function Lead() {
  const { t } = useMessages();
  const { isLoading, user } = useAuth();
  if (user) return <p className="lead">{t('signed-up.description')}</p>;
  return (
    <>
      {isLoading && (
        <div className="shown-with-session-sign">
          <Spinner label={t('page.loading')} />
        </div>
      )}
      <p className={isLoading ? 'lead shown-without-session-sign' : 'lead'}>
        <RichMessage id="signed-up.signed-out" elements={{ beta: <Link href={paths.beta} className="link" /> }} />
      </p>
    </>
  );
}

/** Shown after signing up for the beta (specification 2). */
export default function SignedUp() {
  const { t, locale } = useMessages();
  return (
    <div>
      <div className="page-width signed-up">
        <header className="page-head">
          <h1>{t('signed-up.title')}</h1>
          <Lead />
        </header>
        <section aria-labelledby="next">
          <h2 id="next">{t('signed-up.next')}</h2>
          <ol className="steps">
            <li>
              {t('signed-up.step-download', {
                download: installer.downloadGigabytes,
                installed: installer.installedGigabytes,
                total: installationSpaceGigabytes,
                versions: formatList(locale, platforms.windows.testedVersions),
              })}
            </li>
            <li>{t('signed-up.step-review')}</li>
            <li>{t('signed-up.step-invitation')}</li>
          </ol>
          <div className="button-row">
            <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
            <ButtonLink variant="secondary" href={paths.landing}>
              {t('signed-up.home')}
            </ButtonLink>
          </div>
        </section>
        <section className="card stack" aria-labelledby="timeframe">
          <h2 id="timeframe">{t('signed-up.when')}</h2>
          <p>{t('signed-up.timeframe', formatMonths(locale, launch.invitations))}</p>
          <p className="text-paper-dim">
            <RichMessage
              id="signed-up.questions"
              values={{ address: operator.supportEmail }}
              elements={{ email: <EmailLink address={operator.supportEmail} /> }}
            />
          </p>
        </section>
      </div>
    </div>
  );
}
