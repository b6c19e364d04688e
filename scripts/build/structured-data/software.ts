import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { discountedMonths, offlineAddOn, plans, type Rappen } from '../../../shared/business/plans.ts';
import { installer, platforms } from '../../../shared/business/product.ts';
import { isSold } from '../../../shared/business/sales.ts';
import { bySales, placeholders } from '../../../shared/configuration.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { BuildTexts } from '../texts.ts';
import { publisher } from './organization.ts';
import type { Thing } from './thing.ts';

const origin = placeholders.siteOrigin;
const currency = 'CHF';

const inStock = 'https://schema.org/InStock';
const outOfStock = 'https://schema.org/OutOfStock';
/** Of what can be bought once sales are open. */
const onSale = bySales(outOfStock, inStock);

/** A price per user for a number of months. */
function offer(locale: Locale, name: string, rappen: Rappen, months: number, availability: string): Thing {
  const price = (rappen / 100).toFixed(2);
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: currency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      billingDuration: `P${months}M`,
      // MON: month, UN/CEFACT recommendation 20.
      referenceQuantity: { '@type': 'QuantitativeValue', value: months, unitCode: 'MON' },
    },
    availability,
    eligibleRegion: eligibleCountries,
    url: `${origin}${localizedPath(paths.pricing, locale)}`,
  };
}

function offers(locale: Locale, text: BuildTexts, fourMonths: boolean): Thing[] {
  const { free, ...paid } = plans;
  const addOn = offer(
    locale,
    text('pricing.add-on.title'),
    offlineAddOn.monthlyRappen,
    1,
    isSold({ product: 'offline-add-on', months: 1 }) ? onSale : outOfStock,
  );
  return [
    { ...offer(locale, text('pricing.plan.free'), free.monthlyRappen, 1, inStock), addOn },
    ...Object.entries(paid).flatMap(([plan, { monthlyRappen, fourMonthRappen }]) => {
      const name = text(`pricing.plan.${plan}`);
      return [
        offer(locale, name, monthlyRappen, 1, onSale),
        ...(fourMonths ? [offer(locale, name, fourMonthRappen, discountedMonths, onSale)] : []),
      ];
    }),
  ];
}

/** Platforms for which the app is available. */
const operatingSystem = Object.values(platforms)
  .flatMap(({ name, testedVersions, available }) =>
    available ? testedVersions.map((version) => `${name} ${version}`) : [],
  )
  .join(', ');

/** The desktop app with its plans. Nobody has rated it yet, so there is no rating. */
export function software(locale: Locale, text: BuildTexts, show: { fourMonths: boolean }): Thing {
  return {
    '@type': 'SoftwareApplication',
    '@id': `${origin}/#software`,
    name: 'Writing Ant',
    description: text('landing.description'),
    url: `${origin}${localizedPath(paths.landing, locale)}`,
    image: `${origin}/icon-512.png`,
    applicationCategory: 'BusinessApplication',
    operatingSystem,
    fileSize: `${installer.downloadGigabytes} GB`,
    storageRequirements: `${installer.installedGigabytes} GB`,
    downloadUrl: `${origin}${localizedPath(paths.download, locale)}`,
    countriesSupported: eligibleCountries.join(', '),
    publisher,
    offers: offers(locale, text, show.fourMonths),
  };
}
