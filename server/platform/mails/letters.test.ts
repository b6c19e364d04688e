import { expect, it } from 'vitest';
import { writeLetter } from './letter.ts';
import { formatMoment } from './letters.ts';

it.each([
  ['en', '1 December 2026'],
  ['fr', '1er décembre 2026'],
  ['it', '1° dicembre 2026'],
] as const)('names the first of a month in %s as one says it', (locale, day) => {
  const moment = formatMoment(locale, new Date('2026-12-01T09:30:00Z'));
  expect(moment.replaceAll('\u00a0', ' ')).toContain(day);
});

it('puts the facts behind the first sentence, and links addresses but nothing that somebody else wrote', () => {
  const { text, html } = writeLetter({
    locale: 'en',
    subject: 'Please pay',
    paragraphs: [
      'You have ordered.',
      'You can withdraw: https://www.example.com/withdraw?lang=de. We refund.',
      'You wrote:\n> see https://elsewhere.example/offer',
    ],
    facts: [{ name: 'IBAN', value: 'CH93' }],
    note: 'Thank you.',
    footer: 'Questions?',
  });
  expect(text).toMatch(/You have ordered\.\n\nIBAN: CH93\n\nYou can withdraw/);
  expect(html).toMatch(/You have ordered\..*CH93.*You can withdraw/s);
  const addresses = [...html!.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses).toEqual(['https://www.example.com/withdraw?lang=de']);
});
