import { operator } from '../../../shared/business/company.ts';
import { support } from '../../../shared/business/support.ts';
import { placeholders } from '../../../shared/configuration.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Thing } from './thing.ts';

const origin = placeholders.siteOrigin;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The company in short, as the publisher. */
export const publisher = {
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: operator.companyName,
  url: `${origin}${paths.landing}`,
};

const hours = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: support.weekdays.map((day) => weekdays[day - 1]),
  opens: support.opensAt,
  closes: support.closesAt,
};

const contactPoint = (contactType: string, way: Thing, languages: readonly Locale[]) => ({
  '@type': 'ContactPoint',
  contactType,
  ...way,
  availableLanguage: languages,
  hoursAvailable: hours,
});

/** The company with its addresses, as on the contact page and at the foot of every page. */
export function organization(locale: Locale): Thing {
  const { languages } = support;
  return {
    ...publisher,
    legalName: operator.companyName,
    url: `${origin}${localizedPath(paths.landing, locale)}`,
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: 512, height: 512 },
    email: operator.generalEmail,
    telephone: operator.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: operator.street,
      postalCode: operator.postalCode,
      addressLocality: operator.town,
      addressCountry: operator.country,
    },
    identifier: operator.commercialRegisterNumber,
    sameAs: [operator.commercialRegisterUrl],
    contactPoint: [
      contactPoint('customer service', { telephone: operator.phone }, languages.phone),
      contactPoint('customer support', { email: operator.supportEmail }, languages.supportEmail),
      contactPoint('sales', { email: operator.salesEmail }, languages.salesEmail),
    ],
  };
}
