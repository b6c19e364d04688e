import { operator } from '../../../shared/business/company.ts';
import { support } from '../../../shared/business/support.ts';
import { formatCountry, formatLanguages } from '../../../shared/format.ts';
import { EmailLink } from '../../components/email-link.tsx';
import { PageIcon } from '../../components/page-icon.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { DataProtection } from './contact/data-protection.tsx';
import { SupportHours } from './contact/support-hours.tsx';

const channels = [
  { id: 'general', address: operator.generalEmail, languages: support.languages.generalEmail },
  { id: 'support', address: operator.supportEmail, languages: support.languages.supportEmail },
  { id: 'sales', address: operator.salesEmail, languages: support.languages.salesEmail },
] as const;

/** Ways to reach the company, each with the languages in which it answers. */
function Channels() {
  const { t, locale } = useMessages();
  const languages = (tags: readonly string[]) => (
    <p className="contact-languages">
      <PageIcon name="globe" size={16} />
      <span>{t('contact.languages', { languages: formatLanguages(locale, tags) })}</span>
    </p>
  );
  return (
    <ul className="channels">
      {channels.map(({ id, address, languages: tags }) => (
        <li key={id}>
          <h2>{t(`contact.${id}`)}</h2>
          <p>
            <EmailLink className="channel-address" address={address} />
          </p>
          {languages(tags)}
          {id === 'support' && <p className="text-small text-paper-dim">{t('contact.support.note')}</p>}
        </li>
      ))}
      <li>
        <h2>{t('contact.phone')}</h2>
        <p>
          <a className="channel-address" href={`tel:${operator.phone.replaceAll(' ', '')}`}>
            {operator.phone}
          </a>
        </p>
        {languages(support.languages.phone)}
      </li>
    </ul>
  );
}

function PostalAddress() {
  const { t, locale } = useMessages();
  return (
    <section className="card">
      <h2>{t('contact.address')}</h2>
      <address>
        <p>{operator.companyName}</p>
        <p>{operator.owner}</p>
        <p>{operator.street}</p>
        <p>
          {operator.postalCode} {operator.town}
        </p>
        <p>{formatCountry(locale, operator.country)}</p>
      </address>
    </section>
  );
}

/** Every way to reach the company (specification 2). */
export default function Contact() {
  const { t } = useMessages();
  return (
    <>
      <header className="page-width page-head">
        <h1>{t('contact.title')}</h1>
        <p className="lead">{t('contact.lead')}</p>
      </header>
      <div className="page-width contact">
        <Channels />
        <div className="contact-aside">
          <SupportHours />
          <PostalAddress />
        </div>
      </div>
      <DataProtection />
    </>
  );
}
