import { useEffect, useState } from 'react';
import { imprint } from '../../shared/business/imprint.ts';
import { formattingLocales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { Logo } from '../components/brand/logo.tsx';
import { TrailDivider } from '../components/brand/trail-divider.tsx';
import { EmailLink } from '../components/email-link.tsx';
import { ConsentSettingsButton } from '../consent/consent-settings-button.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { legalEntries, productEntries } from './menu.ts';

/** The copyright line. The prerendered page has the year of its build; the browser's own year replaces it. */
function Copyright() {
  const { t } = useMessages();
  const [shownBy, setShownBy] = useState<'build' | 'browser'>('build');
  useEffect(() => setShownBy('browser'), []);
  return (
    <p key={shownBy} suppressHydrationWarning>
      {t('layout.footer.copyright', { year: String(new Date().getFullYear()), company: imprint.companyName })}
    </p>
  );
}

/** The company's own details (specification 2). */
function CompanyDetails() {
  const { t, locale } = useMessages();
  const country = new Intl.DisplayNames([formattingLocales[locale]], { type: 'region' }).of(imprint.country);
  return (
    <address className="not-italic">
      <p>{imprint.companyName}</p>
      <p>{imprint.street}</p>
      <p>{`${imprint.postalCode} ${imprint.town}, ${country}`}</p>
      <p className="mt-3">
        <EmailLink className="footer-link" address={imprint.generalEmail} />
      </p>
      <p>
        <a className="footer-link" href={`tel:${imprint.phone.replaceAll(' ', '')}`}>
          {imprint.phone}
        </a>
      </p>
      <p className="mt-3 text-balance text-small text-paper-dim">{t('layout.footer.register')}</p>
      <p className="text-small">
        <a className="footer-link" href={imprint.commercialRegisterUrl} rel="noreferrer">
          {imprint.commercialRegisterNumber}
        </a>
      </p>
    </address>
  );
}

/** The foot of every page: four columns and the copyright line (specification 2). */
export function Footer() {
  const { t } = useMessages();
  const columns = [
    { title: 'layout.footer.company', entries: [{ href: paths.contact, label: 'layout.menu.contact' }] },
    { title: 'layout.footer.products', entries: productEntries },
    { title: 'layout.footer.legal', entries: legalEntries },
  ] as const;
  return (
    <footer className="site-footer">
      <div className="page-width">
        <TrailDivider />
        <div className="site-footer-columns">
          {columns.map(({ title, entries }) => (
            <nav key={title} aria-labelledby={title}>
              <h2 id={title}>{t(title)}</h2>
              <ul>
                {entries.map(({ href, label }) => (
                  <li key={href}>
                    <Link className="footer-link" href={href}>
                      {t(label)}
                    </Link>
                  </li>
                ))}
                {title === 'layout.footer.legal' && (
                  <li>
                    <ConsentSettingsButton className="footer-link">
                      {t('layout.legal.cookie-settings')}
                    </ConsentSettingsButton>
                  </li>
                )}
              </ul>
            </nav>
          ))}
          <section aria-labelledby="layout.footer.company-details">
            <h2 id="layout.footer.company-details">{t('layout.footer.company-details')}</h2>
            <CompanyDetails />
          </section>
        </div>
        <div className="site-footer-end">
          <Link className="logo" href={paths.landing} aria-label={t('layout.home')}>
            <Logo />
          </Link>
          <Copyright />
        </div>
      </div>
    </footer>
  );
}
