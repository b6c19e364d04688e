import { describe, expect, it } from 'vitest';
import type { PageRoute } from '../../app/site/page-route.ts';
import { notFoundRoute, routes } from '../../app/site/routes.ts';
import { filmDurationMs } from '../../content/film/timeline.ts';
import { discountedMonths, offlineAddOn, plans } from '../../shared/business/plans.ts';
import { fillInSales, placeholders } from '../../shared/configuration.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import type { Thing } from './structured-data/thing.ts';
import { findStructuredData } from './structured-data.ts';
import { textsOf } from './texts.ts';

const siteOrigin = 'https://ant.example';
const film =
  '<figure><div class="film"><img src="/film/poster.de.webp"/><video id="film"><source src="/film/a.webm"/>' +
  '<source src="/film/a.mp4" type="video/mp4"/></video></div></figure>';

/** The data of a page as it leaves the server. */
function read(route: PageRoute, locale: Locale, body = '', salesOpen = false): { json: string; things: Thing[] } {
  const built = findStructuredData({ route, locale, text: textsOf(locale), body }) ?? '{"@graph":[]}';
  const json = fillInSales(built, { salesOpen: salesOpen ? ['ch'] : [] });
  return { json, things: JSON.parse(json.replaceAll(placeholders.siteOrigin, siteOrigin))['@graph'] };
}

const routeOf = (id: string) => routes.find((route) => route.id === id)!;
const find = (id: string, locale: Locale, type: string, body?: string) =>
  read(routeOf(id), locale, body).things.find((thing) => thing['@type'] === type);

/** Every thing inside another, with itself. */
function allThings(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(allThings);
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(allThings);
  return '@type' in value ? [value as Thing, ...inner] : inner;
}

/**
 * What Google's documentation of each kind requires, and what we promise beyond it
 * (https://developers.google.com/search/docs/appearance/structured-data/search-gallery).
 */
const requiredProperties: Record<string, string[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url', 'inLanguage'],
  SoftwareApplication: ['name', 'offers', 'applicationCategory', 'operatingSystem'],
  Offer: ['name', 'price', 'priceCurrency', 'availability', 'url'],
  UnitPriceSpecification: ['price', 'priceCurrency', 'billingDuration', 'referenceQuantity'],
  QuantitativeValue: ['value', 'unitCode'],
  FAQPage: ['mainEntity', 'inLanguage'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'duration', 'contentUrl'],
  ImageObject: ['url', 'width', 'height'],
  PostalAddress: ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry'],
  ContactPoint: ['contactType', 'availableLanguage', 'hoursAvailable'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
};

describe.each(locales)('structured data in %s', (locale) => {
  it('describes each kind of thing with what it needs, and with absolute addresses', () => {
    const types = new Set<unknown>();
    for (const route of [...routes, notFoundRoute])
      for (const thing of allThings(read(route, locale, film).things)) {
        const type = thing['@type'] as string;
        types.add(type);
        const where = `${route.id}: ${JSON.stringify(thing)}`;
        for (const property of requiredProperties[type] ?? ['unknown type'])
          expect(thing[property] ?? '', where).not.toBe('');
        for (const property of ['@id', 'url', 'item', 'contentUrl', 'downloadUrl', 'image'])
          if (property in thing) expect(thing[property], where).toMatch(/^https:\/\/ant\.example\//);
      }
    expect([...types].sort()).toEqual(Object.keys(requiredProperties).sort());
  });

  it('offers exactly the prices of the plans', () => {
    const { offers } = find('pricing', locale, 'SoftwareApplication')! as { offers: Thing[] };
    const priced = [...offers, ...offers.flatMap(({ addOn }) => (addOn ? [addOn as Thing] : []))].map((offer) => {
      const { billingDuration, price } = offer.priceSpecification as { billingDuration: string; price: string };
      expect(price).toBe(offer.price);
      expect(offer.priceCurrency).toBe('CHF');
      return [Math.round(Number(offer.price) * 100), billingDuration];
    });
    const expected = [
      ...Object.values(plans).flatMap(({ monthlyRappen, fourMonthRappen }) => [
        [monthlyRappen, 'P1M'],
        ...(fourMonthRappen === null ? [] : [[fourMonthRappen, `P${discountedMonths}M`]]),
      ]),
      [offlineAddOn.monthlyRappen, 'P1M'],
    ];
    expect(priced.sort()).toEqual(expected.sort());
  });

  it.each([false, true])('offers for sale what can be bought, with sales open: %s', (salesOpen) => {
    const things = allThings(read(routeOf('pricing'), locale, '', salesOpen).things);
    for (const { availability, price } of things.filter((each) => each['@type'] === 'Offer')) {
      const isSold = salesOpen && Number(price) !== offlineAddOn.monthlyRappen / 100;
      expect(availability === 'https://schema.org/InStock').toBe(Number(price) === 0 || isSold);
    }
    const names = things.filter((each) => each['@type'] === 'Question').map(({ name }) => name);
    const text = textsOf(locale);
    expect(names).toContain(text(salesOpen ? 'pricing.on-sale.question' : 'pricing.questions.buy'));
    expect(names).not.toContain(text(salesOpen ? 'pricing.questions.buy' : 'pricing.on-sale.question'));
  });

  it('asks every question with its answer, all values filled in', () => {
    const { mainEntity } = find('pricing', locale, 'FAQPage')! as { mainEntity: Thing[] };
    expect(mainEntity.length).toBeGreaterThanOrEqual(5);
    for (const { name, acceptedAnswer } of mainEntity) {
      expect(name).toMatch(/\?$/);
      expect((acceptedAnswer as Thing).text).not.toMatch(/[{}<>]/);
    }
  });

  it('leads from the product to the page', () => {
    const { itemListElement } = find('licenses', locale, 'BreadcrumbList')! as { itemListElement: Thing[] };
    const query = locale === 'en' ? '' : `?lang=${locale}`;
    expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
      [1, `${siteOrigin}/writing-ant${query}`],
      [2, `${siteOrigin}/licenses${query}`],
    ]);
  });
});

it('describes the film only where it is shown, with its real length', () => {
  expect(find('demo', 'de', 'VideoObject')).toBeUndefined();
  expect(find('demo', 'de', 'VideoObject', film)).toMatchObject({
    duration: `PT${Math.round(filmDurationMs / 1000)}S`,
    thumbnailUrl: [`${siteOrigin}/film/poster.de.webp`, `${siteOrigin}/film/poster.de.jpg`],
    contentUrl: `${siteOrigin}/film/a.mp4`,
    uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    transcript: expect.stringContaining(textsOf('de')('film.cursor.1')),
  });
  expect(find('landing', 'de', 'VideoObject', film)).not.toHaveProperty('transcript');
});

it('says nothing about pages that search engines leave out', () => {
  for (const route of [...routes, notFoundRoute].filter(({ indexed }) => !indexed))
    expect(findStructuredData({ route, locale: 'en', text: textsOf('en'), body: film })).toBeUndefined();
});
