import { expect, it } from 'vitest';
import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { formatDay } from '../../../../shared/format.ts';
import { wordsOf } from '../../../../tests/journeys/fixtures/words.ts';
import { endingText } from '../cancellation/ending-text.ts';
import { brandName } from '../offer-words.ts';
import { closingText, stateWords } from './state-words.ts';

const t = wordsOf('en');
const day = (date: string) => formatDay('en', date);
const cancel = {
  action: 'cancel',
  product: null,
  months: null,
  dueNowRappen: 0,
  termRappen: 0,
  effectiveOn: '2026-12-09',
} as const;
const answer: SubscriptionAnswer = {
  state: 'active',
  today: '2026-12-09',
  plan: 'moderate',
  offlineAddOn: false,
  sales: { isOpen: true, audiences: ['ch'] },
  isRestricted: false,
  subscription: {
    product: 'moderate',
    months: 1,
    method: 'invoice',
    priceRappen: 49_00,
    term: { from: '2026-11-09', until: '2026-12-09' },
    endsOn: null,
    endsWith: null,
    next: null,
  },
  nextCharge: null,
  card: null,
  payment: null,
  deadlines: { noticeBy: null, suspendsOn: '2026-12-17', endsForGoodOn: '2027-01-08', withdrawBy: null },
  actions: [cancel],
};

it('an order that is not paid yet lapses at once when it is cancelled, and what is overdue ends at once', () => {
  expect(endingText(t, 'en', answer)).toContain(`until ${day('2026-12-08')}`);
  expect(endingText(t, 'en', { ...answer, state: 'pending' })).toBe(t('cancellation.ends.order'));
  for (const state of ['grace', 'suspended'] as const)
    expect(endingText(t, 'en', { ...answer, state })).toBe(t('cancellation.ends.at-once'));
});

it('a closed account counts the days until it is erased, and names the last', () => {
  const text = (today: string) => closingText(t, 'en', { today, erasedAt: '2026-12-24T22:30:00.000Z' });
  expect(text('2026-11-24')).toContain(`It will be erased in 30 days, on ${day('2026-12-24')}.`);
  expect(text('2026-12-23')).toContain(`It will be erased in 1 day, on ${day('2026-12-24')}.`);
  expect(text('2026-12-24')).toMatch(/^It will be erased later today\./);
  // Half an hour later it is Christmas Day in Zurich.
  expect(closingText(t, 'en', { today: '2026-12-23', erasedAt: '2026-12-24T23:00:00.000Z' })).toContain('in 2 days');
});

it('an unpaid term counts its days, and none once they are over', () => {
  const renewed = { ...answer.subscription!, term: { from: '2026-12-09', until: '2027-01-09' } };
  const late = { ...answer, state: 'grace', subscription: renewed } as const;
  const text = (today: string) => stateWords(t, 'en', 'grace', { ...late, today }).text;
  expect(text('2026-12-12')).toContain(`will work for 5 more days, until ${day('2026-12-16')}`);
  expect(text('2026-12-16')).toContain(`will work for 1 more day, until ${day('2026-12-16')}`);
  for (const day of ['2026-12-17', '2027-01-08']) expect(text(day)).toContain('may be suspended at any time');
  // Nobody is suspended before the bank's statement is here, and the period may be over by then.
  const over = stateWords(t, 'en', 'grace', { ...late, today: '2027-01-09', plan: 'free' }).text;
  expect(over).toContain('Moderate has stopped: you are on Free until you pay');
  expect(over).not.toContain('still works');
});

it('what is suspended tells the day on which it ends, as long as that is to come', () => {
  const text = (today: string) => stateWords(t, 'en', 'suspended', { ...answer, state: 'suspended', today }).text;
  expect(text('2027-01-07')).toContain(`before ${day('2027-01-08')}`);
  for (const late of ['2027-01-08', '2027-01-11']) expect(text(late)).not.toMatch(/\d{4}/);
});

it('brands of cards are written as their holders know them', () => {
  expect(['visa', 'mastercard', 'amex', 'unknown'].map((brand) => brandName(t, brand))).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    t('plan.fact.card'),
  ]);
});
