import fc from 'fast-check';
import type { Day } from '../../shared/days.ts';
import type { Offer } from './billing-model-types.ts';
import { type Delivery, deliveries } from './model-bank.ts';

/** What happens to one customer, from a day on. */
export interface Story {
  from: Day;
  /** A consumer who can withdraw. */
  abroad: boolean;
  steps: Step[];
}

/** What a customer, the bank, a person or time does. */
export type Step =
  | { do: 'order' | 'change'; offer: Offer }
  /** `dies`: the server loses the transaction at its end, and does everything again. */
  | { do: 'pay'; how: 'exact' | 'short' | 'over'; told: Told; by: Delivery; dies: boolean }
  | { do: 'wait'; days: number; dies: boolean }
  | { do: 'take-back'; from: 'first' | 'last'; isFlagged: boolean; by: Delivery }
  | { do: 'statement'; by: Delivery }
  | { do: Simple };

/** How a payment is told: with its reference, among words, as parts of a sum, those in a file of their own, or by nothing. */
type Told = 'reference' | 'words' | 'parts' | 'later' | 'nothing';

type Simple = 'again' | 'cancel' | 'resume' | 'withdraw' | 'details' | 'assign' | 'assign-rest' | 'send-back';

const offer: fc.Arbitrary<Offer> = fc.record({
  product: fc.constantFrom('moderate' as const, 'high' as const),
  months: fc.constantFrom(1, 4),
});
const by = fc.constantFrom('plain' as const, ...deliveries);
const simply = (...names: Simple[]) => fc.record({ do: fc.constantFrom(...names) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('order' as const), offer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), offer }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      how: fc.constantFrom('exact' as const, 'exact' as const, 'short' as const, 'over' as const),
      told: fc.constantFrom<Told>('reference', 'reference', 'words', 'parts', 'later', 'nothing'),
      by,
      dies: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 0, max: 40 }),
      dies: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('statement' as const), by }) },
  { weight: 4, arbitrary: simply('details', 'assign', 'assign-rest', 'send-back') },
  { weight: 2, arbitrary: simply('cancel', 'resume') },
  { weight: 1, arbitrary: simply('withdraw', 'again') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('take-back' as const),
      from: fc.constantFrom('first' as const, 'last' as const),
      isFlagged: fc.boolean(),
      by,
    }),
  },
);

/** Ends of months, leap days, and both Sundays on which clocks are moved. */
const start = fc.constantFrom('2026-11-09', '2027-01-31', '2027-03-27', '2027-08-31', '2027-10-30', '2028-02-29');

export const story: fc.Arbitrary<Story> = fc.record({
  from: start,
  abroad: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
});
