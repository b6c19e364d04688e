import { operator } from '../../../shared/business/company.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { launch } from '../../../shared/business/launch.ts';
import { plans } from '../../../shared/business/plans.ts';
import {
  contentLanguages,
  installationSpaceGigabytes,
  installer,
  platforms,
} from '../../../shared/business/product.ts';
import { formatCountry, formatList, formatMonth, formatMonths, formatNumber } from '../../../shared/format.ts';
import { anchors, paths } from '../../../shared/paths.ts';
import { BySales } from '../../components/by-sales.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { AccessForm } from './beta/access-form.tsx';
import { BetaSignUp } from './beta/beta-sign-up.tsx';

/** Where the beta is open, and how to get in there. */
function Countries() {
  const { t, locale } = useMessages();
  return (
    <section className="card stack" aria-labelledby="countries">
      <h2 id="countries">{t('beta.countries')}</h2>
      <ul className="beta-countries">
        {eligibleCountries.map((country) => (
          <li key={country}>{formatCountry(locale, country)}</li>
        ))}
      </ul>
      <p className="text-paper-dim">{t('beta.countries.text')}</p>
      <BetaSignUp />
    </section>
  );
}

function Way() {
  const { t, locale } = useMessages();
  return (
    <section aria-labelledby="way">
      <h2 id="way">{t('beta.way')}</h2>
      <ol className="steps">
        <li>{t('beta.way.ask')}</li>
        <li>
          <RichMessage id="beta.way.download" elements={{ download: <Link href={paths.download} /> }} />
        </li>
        <li>
          {t('beta.way.review')} {t('beta.way.invitation', formatMonths(locale, launch.invitations))}
        </li>
      </ol>
    </section>
  );
}

/** What to know before taking part. */
function Expectations() {
  const { t, locale } = useMessages();
  const expected = {
    values: { online: formatNumber(locale, plans.free.onlineRequestsPerMonth) },
    elements: { pricing: <Link href={paths.pricing} /> },
  };
  return (
    <section className="beta-expectations" aria-labelledby="expectations">
      <h2 id="expectations">{t('beta.expect')}</h2>
      <ul className="beta-facts">
        <li>{t('beta.expect.errors')}</li>
        <li>{t('beta.expect.platforms', { versions: formatList(locale, platforms.windows.testedVersions) })}</li>
        <li>
          {t('beta.expect.size', {
            download: installer.downloadGigabytes,
            installed: installer.installedGigabytes,
            total: installationSpaceGigabytes,
            minutes: installer.installationMinutes,
          })}
        </li>
        <li>{t('beta.expect.speed')}</li>
        <li>{t('beta.expect.languages', { count: contentLanguages.length })}</li>
        <li>{t('beta.expect.offline', { month: formatMonth(locale, launch.offlineEstimate) })}</li>
        <li>
          <BySales
            closed={<RichMessage id="beta.expect.plans" {...expected} />}
            open={<RichMessage id="beta.expect.plans-on-sale" {...expected} />}
          />
        </li>
      </ul>
    </section>
  );
}

/** Where it is not: the waiting list, for whoever would rather be invited, too. */
function CountryMissing() {
  const { t } = useMessages();
  return (
    <div className="card beta-elsewhere">
      <section className="stack" id={anchors.countryMissing} aria-labelledby="country-missing-title">
        <h2 id="country-missing-title">{t('beta.country-missing.title')}</h2>
        <p className="text-paper-dim">
          <RichMessage
            id="beta.country-missing.text"
            values={{ address: operator.supportEmail }}
            elements={{ email: <EmailLink address={operator.supportEmail} /> }}
          />
        </p>
      </section>
      <AccessForm />
    </div>
  );
}

/** How to get into the beta (specification 2). */
export default function Beta() {
  const { t } = useMessages();
  return (
    <div>
      <div className="page-width beta">
        <header className="page-head">
          <h1>{t('beta.title')}</h1>
          <p className="lead">{t('beta.lead')}</p>
        </header>
        <Countries />
        <CountryMissing />
        <Way />
        <Expectations />
      </div>
    </div>
  );
}
