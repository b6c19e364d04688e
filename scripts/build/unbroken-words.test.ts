import { expect, test } from 'vitest';
import { keepWordsWhole } from './unbroken-words.ts';

test('short words before a hyphen stay with what follows', () => {
  expect(keepWordsWhole('per E-Mail an den KI-Dienst')).toBe('per E-\u2060Mail an den KI-\u2060Dienst');
  expect(keepWordsWhole('your e-mail address, SHA-256, XR-4, MWST-Register')).toBe(
    'your e-\u2060mail address, SHA-\u2060256, XR-\u20604, MWST-\u2060Register',
  );
  expect(keepWordsWhole('Account, sign-in, opt-out.')).toBe('Account, sign-\u2060in, opt-\u2060out.');
  expect(keepWordsWhole('<email>e-post</email>')).toBe('<email>e-\u2060post</email>');
});

test('addresses, register numbers and long compounds are left as they are', () => {
  for (const text of [
    'eu-representative@writing-ant.example',
    'https://it-x.example/de-ch',
    'CHE-000.000.000',
    'Cookie-Richtlinie',
    'a - b',
  ])
    expect(keepWordsWhole(text)).toBe(text);
});

test('a number stays with what it counts or names', () => {
  expect(keepWordsWhole('Art. 6 Abs. 1 lit. b, WCAG 2.2, Windows {versions}')).toBe(
    'Art.\u00a06 Abs.\u00a01 lit. b, WCAG\u00a02.2, Windows\u00a0{versions}',
  );
  expect(keepWordsWhole('seit 22. November 2026, dal 1° agosto 2025, le 1er août, 28 may apply')).toBe(
    'seit 22.\u00a0November 2026, dal 1°\u00a0agosto 2025, le 1er\u00a0août, 28 may apply',
  );
  expect(keepWordsWhole('6300 Zug, Dublin 1')).toBe('6300\u00a0Zug, Dublin\u00a01');
});
