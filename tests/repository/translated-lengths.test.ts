import { expect, it } from 'vitest';
import { type Locale, locales } from '../../shared/locales.ts';
import { readText, repositoryFiles } from './repository-files.ts';

/** In letters, without tags and arguments: shorter ones differ as languages do. */
const longEnough = 50;
/** What a translation is of its English text at least and at most. Beyond it, a sentence is missing in one of the two. */
const [least, most] = [0.6, 2];
/** And where it ends fewer sentences: what two sentences in one still say in other words. */
const leastWithFewer = 0.9;

/** Said in fewer sentences than elsewhere, and all of it. */
const joined: Record<Locale, readonly string[]> = {
  en: [
    'messages/consent/consent.statistics.text',
    'server/access-mails/letters/invitation/note',
    'server/billing-mails/letters/vat-lapsed/note',
    'server/measure-mails/letters/objection-received/note',
    'server/sign-up-mails/letters/sign-up-invitation/note',
  ],
  de: [
    'messages/features/features.keywords.text',
    'messages/order/order.summary.ending.invoice',
    'messages/pricing/pricing.action.order-note',
    'messages/pricing/pricing.questions.free.answer',
    'server/access-mails/letters/invitation/paragraphs/0',
    'server/billing-mails/letters/order-confirmed/paragraphs/2',
    'server/billing-mails/letters/order-received/paragraphs/2',
    'server/billing-mails/letters/plan-changed/paragraphs/0',
  ],
  sv: [
    'messages/landing/landing.hero.description',
    'messages/order/order.summary.ending.invoice',
    'messages/pricing/pricing.sales.text',
    'messages/pricing/pricing.volume.text',
    'server/invoices/taxRules/reverse-charge',
    'server/request-mails/letters/request-answered/paragraphs/0',
    'server/request-mails/letters/request-received/paragraphs/0',
  ],
  it: [
    'messages/beta/beta.access.text',
    'messages/layout/layout.account.sign-out-unanswered',
    'messages/measures/measures.object',
    'messages/pricing/pricing.action.order-note',
    'server/billing-mails/letters/order-received/paragraphs/2',
    'server/billing-mails/letters/plan-changed/paragraphs/0',
    'server/measure-mails/letters/measure-block/note',
    'server/measure-mails/letters/measure-suspend/note',
    'server/measure-mails/letters/measure-terminate/note',
    'server/measure-mails/letters/measure-throttle/note',
  ],
  fr: [
    'messages/pricing/pricing.action.free-note',
    'messages/pricing/pricing.action.order-note',
    'server/billing-mails/letters/plan-changed/paragraphs/0',
    'server/billing-mails/letters/suspended/paragraphs/0',
    'server/billing-mails/letters/upgrade-invoiced/paragraphs/0',
    'server/request-answer/enter',
  ],
};

/** The texts of a catalogue by their place in it. */
function textsOf(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  return Object.entries(value as object).flatMap(([name, part]) => textsOf(part, `${place}/${name}`));
}

const lettersOf = (text: string) => text.replaceAll(/<[^>]+>|\{[^}]*\}/g, '').trim().length;
const sentencesOf = (text: string) => text.replaceAll(/<[^>]+>/g, '').match(/[.!?…][\]"»”’“)]*(?=\s|$)/g)?.length ?? 0;

type Texts = Record<Locale, string>;

const shareOf = (locale: Locale, texts: Texts) => lettersOf(texts[locale]) / lettersOf(texts.en);

/** Whether the text in `locale` seems to be one sentence short. */
function isShort(locale: Locale, texts: Texts): boolean {
  const sentences = sentencesOf(texts[locale]);
  const others = locales.filter((other) => other !== locale);
  if (others.every((other) => sentencesOf(texts[other]) > sentences)) return true;
  if (locale === 'en') return false;
  // "Was that not you?" without what to do then.
  if (/\?$/.test(texts[locale]) && /\.$/.test(texts.en)) return true;
  const share = shareOf(locale, texts);
  if (sentences < sentencesOf(texts.en) && share < leastWithFewer) return true;
  return hasOtherLength(locale, texts);
}

function hasOtherLength(locale: Locale, texts: Texts): boolean {
  const share = shareOf(locale, texts);
  return lettersOf(texts.en) >= longEnough && (share < least || share > most);
}

/** What somebody dictates is another text in each language: whole sentences of it are as long, notes may be of any length. */
const isDictatedShort = (locale: Locale, texts: Texts) => sentencesOf(texts.en) > 0 && hasOtherLength(locale, texts);

it.each(locales)('no sentence is lost in %s', (locale) => {
  const catalogues = repositoryFiles.filter((file) => /^content\/(messages|server)\/en\/.*\.json$/.test(file));
  expect(catalogues.length).toBeGreaterThan(50);
  const short = catalogues.flatMap((file) => {
    const isLost = /\/(examples|scenes)\.json$/.test(file) ? isDictatedShort : isShort;
    const translated = locales.map((each) => {
      const texts = textsOf(JSON.parse(readText(file.replace('/en/', `/${each}/`))));
      return [each, new Map(texts)] as const;
    });
    const places = textsOf(JSON.parse(readText(file))).map(([place]) => place);
    const name = file.replace(/^content\/(\w+)\/en\/(.*)\.json$/, '$1/$2');
    return places
      .filter((place) => {
        const texts = Object.fromEntries(translated.map(([each, found]) => [each, found.get(place)!])) as Texts;
        return isLost(locale, texts);
      })
      .map((place) => name + place);
  });
  expect(short.toSorted()).toEqual(joined[locale].toSorted());
});
