import { operator } from '../../../../shared/business/company.ts';
import { support } from '../../../../shared/business/support.ts';
import { formatLanguages } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { mailAddress } from '../../../components/mail-address.ts';
import { PageIcon } from '../../../components/page-icon.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** The path of a text when a company runs the backend itself. */
function OwnBackend() {
  const { t } = useMessages();
  const stations = [
    { title: t('pricing.enterprise.drawing.app'), text: t('pricing.enterprise.drawing.app-note') },
    { title: t('pricing.enterprise.drawing.backend'), text: t('pricing.enterprise.drawing.backend-note') },
    { title: t('pricing.enterprise.drawing.provider'), text: t('pricing.enterprise.drawing.provider-note') },
  ];
  return (
    <figure className="own-backend">
      <p className="own-backend-frame">{t('pricing.enterprise.drawing.frame')}</p>
      <ol className="own-backend-stations">
        {stations.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <figcaption>{t('pricing.enterprise.drawing.caption')}</figcaption>
    </figure>
  );
}

/** What companies can ask our sales team about (specification 1). */
export function EnterprisePanel() {
  const { t, locale } = useMessages();
  return (
    <div className="enterprise">
      <div className="enterprise-words">
        <h2>{t('pricing.enterprise.title')}</h2>
        <p className="lead">{t('pricing.enterprise.lead')}</p>
        <dl className="enterprise-topics">
          {(['sign-on', 'backend', 'styles'] as const).map((topic) => (
            <div key={topic}>
              <dt>{t(`pricing.enterprise.${topic}`)}</dt>
              <dd>{t(`pricing.enterprise.${topic}.text`)}</dd>
            </div>
          ))}
        </dl>
        <div className="stack">
          <p className="button-row">
            <ButtonLink href={mailAddress(operator.salesEmail, { subject: t('pricing.enterprise.subject') })}>
              {t('pricing.enterprise.contact')}
            </ButtonLink>
            <a className="line-link" href={`tel:${operator.phone.replaceAll(' ', '')}`}>
              {operator.phone}
            </a>
          </p>
          <p className="contact-languages">
            <PageIcon name="globe" size={16} />
            <span>
              {t('pricing.enterprise.languages', {
                mail: formatLanguages(locale, support.languages.salesEmail),
                phone: formatLanguages(locale, support.languages.phone),
              })}
            </span>
          </p>
        </div>
      </div>
      <OwnBackend />
    </div>
  );
}
