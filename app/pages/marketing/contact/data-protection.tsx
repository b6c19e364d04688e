import { operator } from '../../../../shared/business/company.ts';
import { dataSubjectRequestDays } from '../../../../shared/business/privacy-requests.ts';
import { formatCountry } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { EmailLink } from '../../../components/email-link.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

const representatives = [
  { id: 'swiss', ...operator.swissRepresentative },
  { id: 'eu', ...operator.euRepresentative },
] as const;

/** Whom to ask about personal data: the two representatives and the portal (specification 2 and 6). */
export function DataProtection() {
  const { t, locale } = useMessages();
  return (
    <section className="section" aria-labelledby="data-protection">
      <div className="page-width data-protection">
        <div className="stack">
          <h2 id="data-protection">{t('contact.privacy')}</h2>
          <p className="text-paper-dim">
            <RichMessage
              id="contact.privacy.text"
              values={{ days: dataSubjectRequestDays, address: operator.privacyEmail }}
              elements={{
                email: <EmailLink address={operator.privacyEmail} />,
                policy: <Link href={paths.privacy} />,
              }}
            />
          </p>
          <p>
            <a className="line-link" href={operator.dataRequestPortalUrl} rel="noreferrer">
              {t('contact.privacy.portal')}
            </a>
          </p>
        </div>
        {representatives.map(({ id, name, address, country, email }) => (
          <section key={id} className="representative">
            <h3>{t(`contact.privacy.${id}`)}</h3>
            <address>
              <p>{name}</p>
              <p>{address}</p>
              <p>{formatCountry(locale, country)}</p>
              <p>
                <EmailLink address={email} />
              </p>
            </address>
          </section>
        ))}
      </div>
    </section>
  );
}
