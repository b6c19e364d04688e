import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { type CompiledMessage, renderMessage } from '../../app/messages/render-message.ts';
import { locales } from '../../shared/locales.ts';
import { messageFileNames, readMessages, shapeOf } from './catalogues.ts';

const render = (message: string, values: Record<string, string | number>, locale = 'en') =>
  renderMessage(compileMessage(message) as CompiledMessage, values, locale);

test.each([
  ['Hello', {}, 'Hello'],
  ['Hello {name}.', { name: 'Åsa' }, 'Hello Åsa.'],
  ['{n, plural, =0 {none} one {# day of {x}} other {# days}}', { n: 0, x: 'y' }, 'none'],
  ['{n, plural, =0 {none} one {# day of {x}} other {# days}}', { n: 1, x: 'y' }, '1 day of y'],
  ['{n, plural, =0 {none} one {# day of {x}} other {# days}}', { n: 1200, x: 'y' }, '1,200 days'],
  ['{g, select, card {by card} other {by {g}}}', { g: 'card' }, 'by card'],
  ['{g, select, card {by card} other {by {g}}}', { g: 'invoice' }, 'by invoice'],
])('%s with %j', (message, values, expected) => {
  expect(render(message, values)).toBe(expected);
});

test('the plural rule is that of the language', () => {
  expect(render('{n, plural, one {un} other {des}}', { n: 0 }, 'fr')).toBe('un');
  expect(render('{n, plural, one {one} other {many}}', { n: 0 }, 'en')).toBe('many');
});

test.each(locales)('every message of the site reads in %s as Lingui itself would render it', (locale) => {
  for (const file of messageFileNames())
    for (const [id, message] of Object.entries(readMessages(locale, file)))
      for (const number of [0, 1, 2, 5]) {
        const values = Object.fromEntries([...shapeOf(message).values].map(([name]) => [name, number]));
        const lingui = setupI18n({ locale, messages: { [locale]: { [id]: compileMessage(message) } } });
        expect(render(message, values, locale), id).toBe(lingui._(id, values));
      }
});
