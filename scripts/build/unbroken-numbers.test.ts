import { expect, test } from 'vitest';
import { keepNumbersWhole } from './unbroken-numbers.ts';

test('a number stays with what it counts or names', () => {
  expect(keepNumbersWhole('Art. 6 Abs. 1 lit. b, WCAG 2.2, Windows {versions}')).toBe(
    'Art.\u00a06 Abs.\u00a01 lit. b, WCAG\u00a02.2, Windows\u00a0{versions}',
  );
  expect(keepNumbersWhole('seit 22. November 2026, dal 1° agosto 2025, le 1er août, 28 may apply')).toBe(
    'seit 22.\u00a0November 2026, dal 1°\u00a0agosto 2025, le 1er\u00a0août, 28 may apply',
  );
  expect(keepNumbersWhole('6300 Zug, Dublin 1')).toBe('6300\u00a0Zug, Dublin\u00a01');
});
