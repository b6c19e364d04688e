import { expect, test } from 'vitest';
import type { Locale } from '../../shared/locales.ts';
import { typographyFaults } from './catalogue-typography.ts';
import { catalogueFaults, type Messages, shapeOf } from './catalogues.ts';

/** Faults of one file in which English and every other language except German say the same. */
function faultsOf(english: Messages, german: Messages): string[] {
  const read = (locale: Locale) => (locale === 'de' ? german : english);
  return catalogueFaults(read, ['page']);
}

test('the catalogues of the site are complete', () => {
  expect(catalogueFaults()).toEqual([]);
});

test('a complete translation has no fault', () => {
  expect(faultsOf({ 'page.a': 'Hello {name}' }, { 'page.a': 'Guten Tag {name}' })).toEqual([]);
});

test.each([
  ['a missing key', { 'page.a': 'A' }, {}, 'de page.json: "page.a" is missing.'],
  ['a key that English lacks', {}, { 'page.b': 'B' }, 'de page.json: "page.b" is not in English.'],
  [
    'a missing argument',
    { 'page.a': 'Hi {name}' },
    { 'page.a': 'Hallo' },
    'de page.a: has the arguments [], English has [name].',
  ],
  ['a missing tag', { 'page.a': '<b>x</b>' }, { 'page.a': 'x' }, 'de page.a: has the tags [], English has [b].'],
  ['an empty text', { 'page.a': 'A' }, { 'page.a': ' ' }, 'de page.a: is empty.'],
  ['a straight apostrophe', { 'page.a': 'A' }, { 'page.a': "A'" }, 'de page.a: use the typographic apostrophe ’.'],
  ['an ß', { 'page.a': 'A' }, { 'page.a': 'Straße' }, 'de page.a: Swiss spelling has ss.'],
  [
    'a sentence left in English',
    { 'page.a': 'Go home, {name}' },
    { 'page.a': 'go home, {name}' },
    'de page.a: is the same as in English.',
  ],
  [
    'a text that should be the same',
    { 'page.title': '{title} – Writing Ant' },
    { 'page.title': 'Writing Ant' },
    'de page.title: is listed as the same as in English, and is not.',
  ],
  [
    'an English word',
    { 'page.a': 'Read the terms' },
    { 'page.a': 'Lesen Sie the Bedingungen' },
    'de page.a: holds the English word “the”.',
  ],
  [
    'a missing plural form',
    { 'page.a': '{n, plural, one {# day} other {# days}}' },
    { 'page.a': '{n, plural, other {# Tage}}' },
    'de page.a: {n} lacks the plural form "one".',
  ],
])('%s is a fault', (_, english, german, fault) => {
  expect(faultsOf(english as Messages, german as Messages)).toContain(fault);
});

test.each([
  ['fr', 'Attention :', 'a no-break space (U+00A0) stands before the colon.'],
  ['fr', 'Attention\u202f:', 'a no-break space (U+00A0) stands before the colon.'],
  ['fr', 'Quoi ?', 'a narrow no-break space (U+202F) stands before ; ? !'],
  ['fr', 'Quoi\u00a0?', 'a narrow no-break space (U+202F) stands before ; ? !'],
  ['fr', 'Oui; non', 'a narrow no-break space (U+202F) stands before ; ? !'],
  ['fr', '<b>Oui</b> !', 'a narrow no-break space (U+202F) stands before ; ? !'],
  ['fr', '« Oui\u00a0»', 'no-break spaces (U+00A0) stand inside « … ».'],
  ['fr', '«\u00a0Oui»', 'no-break spaces (U+00A0) stand inside « … ».'],
  ['fr', '“Oui”', 'quotation marks are « … ».'],
  ['de', '« Ja »', 'no space inside «…».'],
  ['de', '„Ja“', 'quotation marks are «…».'],
  ['de', 'Wie bitte ?', 'no space before : ; ? !'],
  ['it', '“Sì”', 'quotation marks are «…».'],
  ['sv', '“Ja”', 'quotation marks are ”…”.'],
  ['sv', '«Ja»', 'quotation marks are ”…”.'],
  ['en', '«Yes»', 'quotation marks are “…”.'],
  ['en', '"Yes"', 'use the quotation marks of the language.'],
  ['en', 'One  two', 'has a space too many.'],
  ['en', 'One - two', 'a dash is –.'],
  ['en', 'Loading pages...', 'three dots are one mark: ….'],
  ['sv', 'Sidan laddas...', 'three dots are one mark: ….'],
  ['en', 'About {size} GB', 'a unit stays with its number (U+00A0).'],
  ['en', 'Up to 25 KiB', 'a unit stays with its number (U+00A0).'],
  ['fr', 'Dictée\u00a0: {hours} h', 'a unit stays with its number (U+00A0).'],
  ['de', 'Ab CHF 49', 'a unit stays with its number (U+00A0).'],
  ['de', 'Seit dem 1. August', 'a date stays on one line (U+00A0).'],
  ['sv', 'Sedan 1 augusti', 'a date stays on one line (U+00A0).'],
  ['en', 'From 28 May', 'a date stays on one line (U+00A0).'],
  ['fr', 'Depuis le 1er août', 'a date stays on one line (U+00A0).'],
  ['it', 'Dal 1° agosto', 'a date stays on one line (U+00A0).'],
  ['it', 'Dal 1º agosto', 'a date stays on one line (U+00A0).'],
] as const)('in %s, %j is set wrongly', (locale, text, advice) => {
  expect(typographyFaults(locale, text)).toEqual([advice]);
});

test.each([
  ['fr', 'À l’image\u00a0: «\u00a0<b>Oui</b>\u00a0», dit-il\u202f; voir https://writing-ant.example\u202f!'],
  ['de', '«Ja»: 28\u00a0GB, oder?'],
  ['sv', '”Ja”: {size}\u00a0GB, eller?'],
  ['it', '«Sì»: {size}\u00a0GB, o no? 5 o 6, dal 1°\u00a0agosto'],
  ['fr', 'Dans 5 maisons, le 1er\u00a0août'],
  ['en', 'Up to 28 may apply, from 1\u00a0August'],
  ['en', 'Loading page...'],
  ['en', '“Yes” – about {size}\u00a0GB, isn’t it?'],
] as const)('in %s, %j is set well', (locale, text) => {
  expect(typographyFaults(locale, text)).toEqual([]);
});

test('a message that does not parse is a fault', () => {
  expect(faultsOf({ 'page.a': 'A' }, { 'page.a': '{n, plural' })[0]).toMatch(/^de page\.a: /);
});

test('a key that does not carry the name of its file is a fault', () => {
  expect(faultsOf({ a: 'A' }, { a: 'A' })).toContain('en page.json: "a" must start with "page."');
});

test('the shape of a message tells numbers from texts', () => {
  const { values } = shapeOf('{count, plural, one {# file of {owner}} other {# files of {owner}}}');
  expect(Object.fromEntries(values)).toEqual({ count: 'number', owner: 'text' });
});
