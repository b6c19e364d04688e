import { expect, test } from 'vitest';
import { monthlyValue, valueBasis, valuePages } from './value.ts';

const toTenths = (value: number) => Math.round(value * 10) / 10;

test('3 pages a day save 7.4 hours and 225k keystrokes a month (specification 9)', () => {
  const { savedHours, savedKeystrokes } = monthlyValue(3);
  expect(toTenths(savedHours)).toBe(7.4);
  expect(savedKeystrokes).toBe(225_000);
});

test('15 pages a day save 36.9 hours and 1.1M keystrokes a month (specification 9)', () => {
  const { savedHours, savedKeystrokes } = monthlyValue(15);
  expect(toTenths(savedHours)).toBe(36.9);
  expect(toTenths(savedKeystrokes / 1_000_000)).toBe(1.1);
});

test('300 characters a minute are 60 words of five characters', () => {
  expect(valueBasis.charactersPerMinute / valueBasis.wordsPerMinute).toBe(5);
});

test('typing time is what dictating takes and saves together, for every number of pages', () => {
  for (let pages = valuePages.min; pages <= valuePages.max; pages++) {
    const { typingHours, dictatingHours, savedHours } = monthlyValue(pages);
    expect(dictatingHours + savedHours).toBeCloseTo(typingHours);
    expect(dictatingHours).toBeGreaterThan(0);
  }
});

test('less than two million keystrokes, to the tenth, can be saved: the French message counts on it', () => {
  expect(monthlyValue(valuePages.max).savedKeystrokes).toBeLessThan(1_950_000);
});

test('the examples can be asked for', () => {
  for (const pages of valuePages.examples) {
    expect(pages).toBeGreaterThanOrEqual(valuePages.min);
    expect(pages).toBeLessThanOrEqual(valuePages.max);
  }
});
