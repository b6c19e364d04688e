import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findValue } from '../../server/operator/legal/document-values.ts';
import { attestations, loginCookieDays } from '../../shared/business/attestations.ts';
import { duties } from '../../shared/business/duties.ts';
import { periodPromises } from '../../shared/business/promises.ts';
import { retention } from '../../shared/business/retention.ts';
import { formattingLocales, type Locale, locales } from '../../shared/locales.ts';
import notPromises from './not-promises.json' with { type: 'json' };
import { readText, repositoryFiles } from './repository-files.ts';

const listed = 'shared/business/promises.ts';
const isPeriod = /(days|months|years)/i;

/** A number in digits or words and a unit of days or more; what it stands for is then in the text alone. */
const written: Record<Locale, RegExp> = {
  en: /\b(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty)[ \u00a0](\w+ )?(days?|weeks?|months?|years?)\b/i,
  de: /\b(\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|dreissig)[ \u00a0](\w+ )?(Tagen?|Wochen?|Monaten?|Jahren?)\b/i,
  sv: /\b(\d+|två|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|fjorton|trettio)[ \u00a0](\w+ )?(dagar|dagars|veckor|månader|månaders|år)(?!\p{L})/iu,
  it: /\b(\d+|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|quattordici|trenta)[ \u00a0](\w+ )?(giorni|settimane|mesi|anni)\b/i,
  fr: /\b(\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quatorze|trente)[ \u00a0](\w+ )?(jours|semaines|mois|ans)\b/i,
};

const drafts = (locale: Locale) =>
  repositoryFiles.filter((file) => file.startsWith('content/legal/') && file.endsWith(`/draft/${locale}.md`));

const messages = (locale: Locale) => [
  ...repositoryFiles
    .filter((file) => file.startsWith(`content/messages/${locale}/`))
    .flatMap((file) => Object.entries(JSON.parse(readText(file)) as Record<string, string>)),
  ...repositoryFiles
    .filter((file) => file.startsWith(`content/server/${locale}/`))
    .flatMap((file) => wordsIn(JSON.parse(readText(file)), file.split('/').at(-1)!.replace('.json', ''))),
];

/** Mails and small pages have theirs in objects and lists: `access-mails.letters.invitation.paragraphs.0`. */
function wordsIn(value: unknown, name: string): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(value as object).flatMap(([key, each]) => wordsIn(each, `${name}.${key}`));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const quoted = periodPromises.flatMap((promise) => promise.quoted ?? []);
const ofMessages = periodPromises.flatMap((promise) => promise.messages ?? []);
/** By key, placeholder, or file and hash of a line: why it is none. */
const known = new Map(Object.entries<string>(notPromises));

it.each(locales)('every period in the legal texts is a listed promise, in %s', (locale) => {
  const found = drafts(locale).flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line) => {
        const names = [...line.matchAll(/\{\{!?([a-z.-]+)\}\}/g)].map(([, name = '']) => name);
        const unknown = names.filter(
          (name) => /-(days|months|years)$/.test(name) && !quoted.includes(name) && !known.has(`{{${name}}}`),
        );
        const isWritten = written[locale].test(line) && !known.has(`${file} ${hashOf(line)}`);
        return [
          ...unknown.map((name) => `${file}: {{${name}}}: enter it in ${listed}`),
          ...(isWritten
            ? [`${file} ${hashOf(line)}: quote a constant of ${listed}, or enter it in not-promises.json: ${line}`]
            : []),
        ];
      }),
  );
  expect(found).toEqual([]);
});

it.each(locales)('every period in the messages is a listed promise, in %s', (locale) => {
  const found = messages(locale).flatMap(([key, message]) => {
    const isQuoted = [...message.matchAll(/\{(\w+)/g)].some(([, name = '']) => isPeriod.test(name));
    if (!isQuoted && !written[locale].test(message)) return [];
    if (ofMessages.includes(key)) return [];
    return known.has(key) ? [] : [`${key}: ${message}`];
  });
  expect(found, `Enter a promise in ${listed}, anything else with a reason in not-promises.json.`).toEqual([]);
});

it('what is no promise still stands in the texts, with a reason', () => {
  const texts = new Set(
    locales.flatMap((locale) => [
      ...messages(locale).map(([key]) => key),
      ...drafts(locale).flatMap((file) => {
        const lines = readText(file).split('\n');
        const names = lines.flatMap((line) => line.replaceAll('{{!', '{{').match(/\{\{[a-z.-]+\}\}/g) ?? []);
        return [...lines.map((line) => `${file} ${hashOf(line)}`), ...names];
      }),
    ]),
  );
  expect([...known.keys()].filter((entry) => !texts.has(entry))).toEqual([]);
  for (const reason of known.values()) expect(reason.length).toBeGreaterThan(10);
});

it.each(locales)('each promise is quoted with its number, as often as in English, in %s', (locale) => {
  const count = (each: Locale, name: string) =>
    drafts(each).reduce((sum, file) => sum + readText(file).split(`{{${name}}}`).length - 1, 0);
  const sentences = new Map(messages(locale));
  for (const { id, value, quoted: name, messages: keys = [] } of periodPromises) {
    if (name) {
      expect(findValue(name, locale, '2027-01-01'), id).toBe(value.toLocaleString(formattingLocales[locale]));
      expect([id, count(locale, name)]).toEqual([id, count('en', name)]);
      expect(count(locale, name), `No text quotes {{${name}}} any more.`).toBeGreaterThan(0);
    }
    for (const key of keys) expect(sentences.get(key), `${locale} ${key}`).toMatch(/\{\w*(days|months|years)\w*[},]/i);
    expect(name ?? keys[0], `${id} is promised nowhere.`).toBeDefined();
  }
});

it('how long anything is kept is promised', () => {
  const promised = periodPromises.map(({ constant }) => constant);
  expect(Object.keys(retention).filter((name) => !promised.includes(`retention#${name}`))).toEqual([]);
});

it('each has a constant, and what is kept by code has a symbol and a test', () => {
  const ids = periodPromises.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, constant, value, keeper } of periodPromises) {
    const [file = '', name = ''] = constant.split('#');
    expect(readText(`shared/business/${file}.ts`), id).toMatch(new RegExp(`\\b${name}(:| =) ${value}\\b`));
    if (keeper.kind !== 'code') continue;
    const [code = '', symbol = ''] = keeper.symbol.split('#');
    expect(readText(code), id).toMatch(new RegExp(`\\b(const|function) ${symbol}\\b`));
    expect(repositoryFiles).toContain(keeper.test);
  }
});

it('what nobody but people can keep is confirmed once a year', () => {
  const confirmed = attestations.flatMap(({ promises }) => promises);
  for (const { id, keeper } of periodPromises)
    if (keeper.kind === 'attested' || keeper.kind === 'elsewhere') expect(confirmed, id).toContain(id);
  const known = [...periodPromises, ...duties].map(({ id }) => id);
  expect(confirmed.filter((id) => !known.includes(id))).toEqual([]);
});

it.each(locales)('the life of the login provider’s cookies is the one that is confirmed, in %s', (locale) => {
  const lines = readText(`content/legal/cookie-policy/draft/${locale}.md`)
    .split('\n')
    .filter((line) =>
      known.get(`content/legal/cookie-policy/draft/${locale}.md ${hashOf(line)}`)?.includes('login provider'),
    );
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(new RegExp(`\\b${loginCookieDays}\\b[^|]*\\|$`));
});

it('what people do is promised in every language, and shown by a command that there is', () => {
  const operatorFiles = repositoryFiles.filter((file) => file.endsWith('.operator.ts')).map(readText);
  for (const { id, messages: keys, shownBy } of duties) {
    for (const locale of locales) {
      const sentences = new Map(messages(locale));
      expect(
        keys.filter((key) => !sentences.has(key)),
        `${locale} ${id}`,
      ).toEqual([]);
    }
    if (shownBy)
      expect(
        operatorFiles.some((text) => text.includes(`name: '${shownBy}'`)),
        id,
      ).toBe(true);
  }
});
