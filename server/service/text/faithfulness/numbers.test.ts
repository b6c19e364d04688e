import { toCardinal as danish } from 'n2words/da-DK';
import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as italian } from 'n2words/it-IT';
import { toCardinal as norwegian } from 'n2words/nb-NO';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { toCardinal as swedish } from 'n2words/sv-SE';
import { describe, expect, it } from 'vitest';
import { matchValues } from './match-values.ts';
import { readNumbers } from './numbers.ts';
import { type TongueCode, tokenize } from './tokens.ts';
import { codeOf, type Language, tongueOf } from './tongue.ts';

/** n2words writes 60 as "treds"; Danish says "tres". */
const rightDanish = (number: number) => danish(number).replaceAll('treds', 'tres').replaceAll('halvtres', 'halvtreds');

const spoken: Record<TongueCode, (number: number) => string> = {
  ...{ en: english, de: german, fr: french, it: italian, es: spanish, pt: portuguese, sv: swedish, nb: norwegian },
  da: rightDanish,
};

/** Every number below two thousand, and some up to a million. */
const numbers = [
  ...Array.from({ length: 2_000 }, (_, number) => number),
  ...Array.from({ length: 1_000 }, (_, index) => 2_000 + ((index * 104_729) % 998_000)),
];

const read = (text: string, code: TongueCode) =>
  readNumbers(tokenize(text.normalize('NFC'), code), code).atoms.map(({ strings }) => strings[0]);

describe.each(Object.entries(spoken) as [TongueCode, (number: number) => string][])('%s', (code, speak) => {
  it('reads each number as its digits', () => {
    const wrong = numbers.flatMap((number) => {
      const words = speak(number).replaceAll(', ', ' ');
      const digits = read(words, code).join(' ');
      return digits === String(number) ? [] : [`${number}: ${words}: ${digits}`];
    });
    expect(wrong).toEqual([]);
  });
});

/** Whether all values of both texts are the same. */
function areSame(said: string, written: string, language: Language): boolean {
  const code = codeOf(language);
  const [one, other] = [said, written].map((text) => {
    const tokens = tokenize(text.normalize('NFC'), code);
    return { tokens, numbers: readNumbers(tokens, code) };
  });
  const match = matchValues(one!, other!, tongueOf(language), false);
  const isLost = (side: typeof one, of: number[]) =>
    of.some((group, index) => group < 0 && !side!.numbers.atoms[index]!.isWeak);
  return !isLost(one, match.said) && !isLost(other, match.written);
}

it.each<[Language, string, string]>([
  ['de', 'achttausendsiebenhundertvierzig Franken fünfzig', "CHF 8'740.50"],
  ['de', 'null sieben neun dreihundertzwölf fünfundvierzig siebenundsechzig', '079 312 45 67'],
  ['de', 'um halb neun', 'um 8.30 Uhr'],
  ['de', 'fünf vor halb drei', '14.25 Uhr'],
  ['de', 'zweiundzwanzig neunzehn', '2219'],
  ['fr', 'mille sept cent nonante plus septante', '1790 plus 70'],
  ['fr', 'quatre-vingt-dix-sept', '97'],
  ['fr', 'huit heures et demie', '8 h 30'],
  ['fr', 'neuf heures moins le quart', '8 h 45'],
  ['it', 'seimilanovecentottanta', '6980'],
  ['it', 'le sette e un quarto', 'le 7.15'],
  ['es', 'las ocho menos cuarto', 'las 7:45'],
  ['es', 'treinta y tres', '33'],
  ['pt', 'nove e um quarto', '9h15'],
  ['sv', 'kvart i sju', '18.45'],
  ['sv', 'fem i halv sex', '17.25'],
  ['da', 'treoghalvfjerdstusind', '73.000'],
  ['nb', 'nittenåttisyv', '1987'],
  ['nb', 'sytten ni', '17/9'],
  ['en-GB', 'half nine', '9.30'],
  ['en-GB', 'ten to four', '3:50'],
  ['en-US', 'double four seven', '447'],
  ['en-US', 'two point five million', '2.5 million'],
])('%s: %s is %s', (language, said, written) => {
  expect(areSame(said, written, language)).toBe(true);
});

it.each<[Language, string, string]>([
  ['de', 'achttausendsiebenhundertvierzig', "8'470"],
  ['de', 'um halb neun', 'um 9.30 Uhr'],
  ['fr', 'dix heures et quart', '10 h 25'],
  ['en-US', 'fifty men and sixty horses', '60 men and 50 horses'],
  ['en-US', 'four hundred and fifty dollars', '$150'],
  ['da', 'halvfjerds', '50'],
  ['sv', 'kvart i sju', '7.15'],
])('%s: %s is not %s', (language, said, written) => {
  expect(areSame(said, written, language)).toBe(false);
});
