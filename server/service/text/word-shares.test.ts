import { expect, it } from 'vitest';
import { aTextRequest } from '../../../tests/factories/text-api.ts';
import { measureNewWords, measureSurvival } from './word-shares.ts';

it('measures what survives and what is new, by words in any of their forms', () => {
  const german = { language: 'de' } as const;
  expect(measureSurvival('die Rechnungen gingen verloren', 'Die Rechnung ging verloren.', german).whole).toBe(1);
  expect(measureSurvival('Äpfel Birnen Kirschen Pflaumen', 'Äpfel und Birnen', german).whole).toBe(0.5);
  expect(measureNewWords('Äpfel Birnen', 'Äpfel Birnen Kirschen Pflaumen', german)).toBe(0.5);
  expect(measureNewWords('para keet', 'Parakeet', { language: 'en-US', vocabulary: ['Parakeet'] })).toBe(0);
});

it('takes a word for a form of another only where most of the longer one is shared', () => {
  const share = (said: string, written: string) => measureNewWords(said, written, aTextRequest());
  expect(share('the meeting', 'meetings')).toBe(0);
  expect(share('a general interest', 'internationally')).toBe(1);
  expect(share('the contract', 'contradictions')).toBe(1);
});
