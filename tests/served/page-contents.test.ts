import { describe, expect, test } from 'vitest';
import { textRecipientIn } from '../../app/pages/marketing/text-recipient.ts';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { filmChapters, filmDurationMs } from '../../content/film/timeline.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { accuracy } from '../../shared/business/accuracy.ts';
import { operator } from '../../shared/business/company.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { launch } from '../../shared/business/launch.ts';
import { notFoundCountdownSeconds } from '../../shared/business/not-found.ts';
import { offlineAddOn, type PlanName, plans } from '../../shared/business/plans.ts';
import { dataSubjectRequestDays } from '../../shared/business/privacy-requests.ts';
import {
  contentLanguages,
  installationSpaceGigabytes,
  installer,
  models,
  platforms,
} from '../../shared/business/product.ts';
import { requestsPerWorkingDay } from '../../shared/business/requests-per-day.ts';
import { retention } from '../../shared/business/retention.ts';
import { support } from '../../shared/business/support.ts';
import {
  formatCountries,
  formatCountry,
  formatLanguages,
  formatList,
  formatMonth,
  formatMonths,
  formatNumber,
  formatPrice,
} from '../../shared/format.ts';
import { legalDifferencePath, legalVersionPath } from '../../shared/legal-paths.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { decode, headingsOf, linksOf, open, partOf, partsOf, rowsOf } from '../acceptance/served.ts';
import { wordsOf } from '../journeys/fixtures/words.ts';
import { itemsOf, lineOf, partWith, read, sectionNamed, sentencesOf } from './reading.ts';

/* What stands on the pages in each language: numbers, names and sentences. How pages look and behave is asked in a browser. */

/** The main part of a page: its markup, and all that is written in it. */
async function openMain(path: string, locale: Locale): Promise<{ html: string; text: string }> {
  const html = partOf((await open(path, locale)).html, 'main');
  return { html, text: lineOf(html) };
}

const expectAll = (text: string, sentences: readonly string[]) =>
  expect(sentences.map(read).filter((sentence) => !text.includes(sentence))).toEqual([]);

const addressesOf = (html: string, words: string) =>
  linksOf(html)
    .filter((link) => read(link.words) === words)
    .map(({ href }) => href);

const percentOf = (locale: Locale) => formatNumber(locale, accuracy, { style: 'percent', maximumFractionDigits: 1 });

/** What the law requires on the way to a withdrawal (Directive 2011/83/EU, Art. 11a), or the same in plain words. */
const wayToWithdraw: Record<Locale, string> = {
  en: 'Withdraw from contract here',
  de: 'Vertrag widerrufen',
  sv: 'Ångra avtalet här',
  it: 'Recedere dal contratto qui',
  fr: 'Renoncer au contrat ici',
};

describe.each(locales)('in %s', (locale) => {
  const t = sentencesOf(locale);

  test('the landing page says what the app is, what leaves the device and what it costs', async () => {
    const { html, text } = await openMain(paths.landing, locale);
    const heading = lineOf(partOf(html, 'h1'));
    expectAll(heading, [t('landing.hero.written'), t('landing.hero.spoken')]);
    const monthly = Object.values(plans).map(({ monthlyRappen }) => monthlyRappen);
    expectAll(text, [
      t('landing.hero.announcement', { month: formatMonth(locale, launch.month) }),
      ...monthly.map((rappen) => formatPrice(locale, rappen)),
      t('landing.closing.size', {
        download: installer.downloadGigabytes,
        installed: installer.installedGigabytes,
        total: installationSpaceGigabytes,
      }),
    ]);
    const claim = headingsOf(html, 3)
      .map(read)
      .find((each) => each.includes(t('landing.accuracy.title')))!;
    expect(claim).toContain(read(percentOf(locale)));
    expect(lineOf(sectionNamed(html, claim))).toContain(t('accuracy.unmeasured'));
    const facts = itemsOf(
      partWith(html, 'ul', t('landing.hero.facts.size', { download: installer.downloadGigabytes })),
    );
    const expected = [
      t('landing.hero.facts.price', { requests: formatNumber(locale, plans.free.onlineRequestsPerMonth) }),
      t('landing.hero.facts.paid', { price: formatPrice(locale, plans.moderate.monthlyRappen) }),
      t('landing.hero.facts.system', { versions: formatList(locale, platforms.windows.testedVersions) }),
      t('landing.hero.facts.size', { download: installer.downloadGigabytes }),
      formatCountries(locale, eligibleCountries),
      t('landing.hero.announcement', { month: formatMonth(locale, launch.month) }),
    ].map(read);
    expect(facts).toHaveLength(expected.length);
    // With the sentence that takes the place of the one about prices once anything is sold.
    for (const [index, fact] of expected.entries()) expect(facts[index]!.startsWith(fact), fact).toBe(true);
  });

  test('the two modes stand side by side', async () => {
    const { html } = await openMain(paths.features, locale);
    const table = partWith(html, 'table', t('features.modes.table'));
    expect(rowsOf(table)[0]!.map(read).at(-1)).toBe(t('features.modes.offline'));
    expectAll(lineOf(table), [
      t('features.modes.transcript.online', textRecipientIn(locale)),
      t('features.modes.transcript.offline'),
    ]);
  });

  test('a drawn recording says what it does, and its button the other thing', async () => {
    const { html } = await openMain(paths.features, locale);
    const bars = html.matchAll(/scene-recording-(\w+)"><span[^>]*>([^<]*)<[\s\S]*?scene-button-\w+">([^<]*)</g);
    const { ready, start, recording, stop } = interfaceTexts;
    expect(new Set([...bars].map(([, ...words]) => words.join()))).toEqual(
      new Set([`ready,${ready},${start}`, `recording,${recording},${stop}`]),
    );
  });

  test('every function stands on its page, with sizes, models and days', async () => {
    const { html, text } = await openMain(paths.features, locale);
    const functions = [
      'dictation',
      'bullets',
      'draft',
      'tone',
      'vocabulary',
      'keywords',
      'commands',
      'overlay',
      'offline',
    ] as const;
    const headings = [2, 3].flatMap((rank) => headingsOf(html, rank)).map(read);
    expect(headings).toEqual(
      expect.arrayContaining([
        ...functions.map((name) => t(`features.${name}.title`)),
        t('features.languages.title', { count: contentLanguages.length }),
      ]),
    );
    expectAll(text, [
      ...models.local,
      models.online.preferred,
      models.online.fallback,
      ...[installer.downloadGigabytes, installer.installedGigabytes].map((gigabytes) =>
        t('features.facts.gigabytes', { gigabytes }),
      ),
      t('features.facts.minutes', { minutes: installer.installationMinutes }),
      t('features.login.text', { days: retention.keychainLoginTokenDays }),
      t('features.login.offline'),
      percentOf(locale),
      t('accuracy.unmeasured'),
      ...Object.values(platforms).map(({ name }) => name),
    ]);
    expectAll(lineOf(partWith(html, 'table', t('features.commands.table'))), [
      t('features.commands.result.on'),
      t('features.commands.result.off'),
    ]);
  });

  test.each(Object.keys(plans) as PlanName[])(
    'the plan %s shows its price, its quotas and what is charged',
    async (name) => {
      const { html, text } = await openMain(paths.pricing, locale);
      const plan = plans[name];
      const price = formatPrice(locale, plan.monthlyRappen);
      expectAll(lineOf(sectionNamed(html, t(`pricing.plan.${name}`))), [
        price,
        plan.monthlyRappen > 0 ? t('pricing.charge.month', { price }) : t('pricing.charge.free'),
        t('pricing.online', {
          count: formatNumber(locale, plan.onlineRequestsPerMonth),
        }),
        formatNumber(locale, requestsPerWorkingDay(plan.onlineRequestsPerMonth)),
        t('pricing.recording', { minutes: plan.maxOnlineRecordingMinutes }),
      ]);
      expectAll(text, [formatPrice(locale, offlineAddOn.monthlyRappen)]);
    },
  );

  test('large numbers are written as in the language', async () => {
    const expected = {
      en: ['225k keystrokes', '1.1M keystrokes'],
      de: ['225’000 Anschläge', '1,1 Millionen Anschläge'],
      sv: ['225 000 tangenttryckningar', '1,1 miljoner tangenttryckningar'],
      it: ['225.000 battute', '1,1 milioni di battute'],
      fr: ['225 000 frappes', '1,1 million de frappes'],
    };
    expectAll((await openMain(paths.pricing, locale)).text, expected[locale]);
  });

  test('the film stands with its chapters and its text', async () => {
    const { html } = await openMain(paths.demo, locale);
    const seconds = Math.round(filmDurationMs / 1_000);
    expect(lineOf(partOf(html, 'h1'))).toBe(t('demo.heading', { seconds }));
    expect(read(/<video\b[^>]*aria-label="([^"]*)"/.exec(html)?.[1] ?? '')).toBe(t('player.label'));
    const chapters = partsOf(partOf(html, 'ol', 'class="[^"]*film-transcript'), 'li');
    expect(chapters).toHaveLength(filmChapters.length);
    for (const [index, { id }] of filmChapters.entries())
      expect(lineOf(partOf(chapters[index]!, 'h3'))).toContain(t(`film.${id}.title`));
  });

  test('the beta names the countries, the way in and the months', async () => {
    const { html, text } = await openMain(paths.beta, locale);
    const months = formatMonths(locale, launch.invitations);
    expect(itemsOf(sectionNamed(html, t('beta.countries')))).toEqual(
      eligibleCountries.map((country) => formatCountry(locale, country)),
    );
    expectAll(text, [t('beta.way.review'), t('beta.way.invitation', months), t('beta.way.download')]);
    const subject = encodeURIComponent(wordsOf(locale)('beta.by-email.subject'));
    expect(addressesOf(html, t('beta.by-email'))).toEqual([`mailto:${operator.generalEmail}?subject=${subject}`]);

    const signedUp = await openMain(paths.signedUp, locale);
    expect(lineOf(partOf(signedUp.html, 'h1'))).toBe(t('signed-up.title'));
    expectAll(signedUp.text, [t('signed-up.timeframe', months)]);
  });

  test('every way to reach the company is a link, with its languages', async () => {
    const { html, text } = await openMain(paths.contact, locale);
    const languagesIn = (tags: readonly string[]) =>
      t('contact.languages', { languages: formatLanguages(locale, tags) });
    for (const [channel, address, languages] of [
      ['general', operator.generalEmail, support.languages.generalEmail],
      ['support', operator.supportEmail, support.languages.supportEmail],
      ['sales', operator.salesEmail, support.languages.salesEmail],
    ] as const) {
      const item = partWith(html, 'li', t(`contact.${channel}`));
      expect(addressesOf(item, address)).toEqual([`mailto:${address}`]);
      expectAll(lineOf(item), [languagesIn(languages)]);
    }
    const phone = partWith(html, 'li', operator.phone);
    expect(linksOf(phone).map(({ href }) => href)).toEqual([`tel:${operator.phone.replaceAll(' ', '')}`]);
    expectAll(lineOf(phone), [languagesIn(support.languages.phone)]);

    for (const { name, address, country, email } of [operator.swissRepresentative, operator.euRepresentative]) {
      const lines = partsOf(partWith(html, 'address', name), 'p').map(lineOf);
      expect(lines).toEqual([name, address, formatCountry(locale, country), email].map(read));
      expect(addressesOf(html, email)).toEqual([`mailto:${email}`]);
    }
    expectAll(text, [
      operator.street,
      t('contact.privacy.text', { days: dataSubjectRequestDays, address: operator.privacyEmail }),
    ]);
    expect(addressesOf(html, t('contact.privacy.portal'))).toEqual([operator.dataRequestPortalUrl]);
  });

  test('the not-found page has the sentence for each second of its countdown', async () => {
    const { html } = await openMain('/no-such-page', locale);
    const texts = JSON.parse(decode(/data-texts="([^"]*)"/.exec(html)?.[1] ?? '[]')) as string[];
    expect(texts).toHaveLength(notFoundCountdownSeconds + 1);
    for (let seconds = 1; seconds <= notFoundCountdownSeconds; seconds++)
      expect(read(texts[seconds]!)).toBe(t('not-found.countdown', { seconds }));
    expectAll(lineOf(html), [t('not-found.description')]);
  });

  test('at the foot of a page stands the way to a withdrawal, in the words of the law', async () => {
    const foot = partOf((await open(paths.pricing, locale)).html, 'footer');
    expect(addressesOf(foot, wayToWithdraw[locale])).toEqual([localizedPath(paths.withdrawal, locale)]);
  });

  test('the archive leads to each version, and each to what changed since every earlier one', async () => {
    const { html } = await openMain(paths.legalArchive, locale);
    for (const document of publishedDocuments) {
      const section = partOf(html, 'section', `aria-labelledby="${document}"`);
      const leads = linksOf(section).map(({ href }) => href);
      const versions = legalVersions[document];
      for (const [index, version] of versions.entries()) {
        expect(itemsOf(section).filter((item) => item.includes(version))).not.toEqual([]);
        expect(leads).toContain(localizedPath(legalVersionPath(document, version), locale));
        for (const earlier of versions.slice(0, index))
          expect(leads).toContain(localizedPath(legalDifferencePath(document, earlier, version), locale));
      }
    }
  });

  test('what changed stands on its page, and an archived version has its title', async () => {
    const changed = publishedDocuments.find((document) => legalVersions[document].length > 1);
    if (changed) {
      const [first = '', second = ''] = legalVersions[changed];
      const { html } = await openMain(legalDifferencePath(changed, first, second), locale);
      expect(html).toMatch(/<ins\b/);
      expect(html).toMatch(/<summary\b/);
    }
    const { html } = await openMain(legalVersionPath('accessibility', legalVersions.accessibility[0]!), locale);
    expect(lineOf(partOf(html, 'h1'))).toBe(t('legal.accessibility.title'));
  });
});
