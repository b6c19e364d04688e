import fc from 'fast-check';
import type { Day } from '../../shared/days.ts';

/** What a customer, a bank, a person in the provider's dashboard, the network or time does. `charge`: the first or the last one. */
export type CardStep =
  | { do: 'order' | 'change'; product: 'moderate' | 'high'; months: 1 | 4; card: string }
  | { do: 'pay' | 'card'; card: string }
  | { do: 'cancel' | 'resume' | 'withdraw' }
  | { do: 'wait'; days: number }
  | { do: 'decline'; decline?: 'insufficientFunds' | 'lost' | 'authentication' }
  | { do: 'refund'; charge: 0 | -1; share: 1 | 2 | 3 }
  | { do: 'dispute'; charge: 0 | -1; share: 1 | 2; status: DisputeStatus; dispute: 'latest' | 'another' }
  | { do: 'remove-customer' | 'detach-card' | 'renew-card' }
  | { do: 'charge-by-hand'; amount: number }
  | { do: 'fault'; kind: 'lost' | 'drop' | 'unavailable'; call: string }
  /** What was not told yet: in its order or backwards, once or twice, or never. */
  | { do: 'events'; how: 'told' | 'backwards' | 'twice' | 'lost' }
  | { do: 'sweep' | 'night' };

type DisputeStatus = 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';

/** From a day on. */
export interface CardStory {
  from: Day;
  abroad: boolean;
  steps: CardStep[];
}

const card = fc.constantFrom(
  '4242424242424242',
  '4242424242424242',
  '4000002500003155',
  '4000000000000341',
  '4000000000000002',
);
const charge = fc.constantFrom<0 | -1>(0, -1);
const one = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

const step: fc.Arbitrary<CardStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('order', 'order', 'change'),
      product: one('moderate', 'high'),
      months: fc.constantFrom<1 | 4>(1, 4),
      card,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('pay', 'card'), card }) },
  { weight: 2, arbitrary: fc.record({ do: one('cancel', 'resume', 'withdraw') }) },
  { weight: 5, arbitrary: fc.record({ do: one('wait'), days: fc.integer({ min: 1, max: 35 }) }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { do: one('decline'), decline: one('insufficientFunds', 'lost', 'authentication') },
      { requiredKeys: ['do'] },
    ) as fc.Arbitrary<CardStep>,
  },
  { weight: 3, arbitrary: fc.record({ do: one('refund'), charge, share: fc.constantFrom<1 | 2 | 3>(1, 2, 3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one('dispute'),
      charge,
      share: fc.constantFrom<1 | 2>(1, 2),
      status: one('warning_needs_response', 'warning_closed', 'needs_response', 'needs_response', 'won', 'lost'),
      dispute: one('latest', 'another'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('remove-customer', 'detach-card', 'renew-card') }) },
  { weight: 1, arbitrary: fc.record({ do: one('charge-by-hand'), amount: fc.integer({ min: 50, max: 20_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('fault'),
      kind: one('lost', 'drop', 'unavailable'),
      call: one('POST /v1/payment_intents', 'POST /v1/refunds', 'POST /v1/checkout', 'POST /v1/customers', 'GET /v1'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('events'), how: one('told', 'backwards', 'twice', 'lost') }) },
  { weight: 3, arbitrary: fc.record({ do: one('sweep', 'night') }) },
);

export const cardStory: fc.Arbitrary<CardStory> = fc.record({
  from: fc.constantFrom('2026-11-09', '2027-01-31', '2027-10-30', '2028-02-29'),
  abroad: fc.boolean(),
  // Where nobody has paid, hardly anything can happen.
  steps: fc
    .array(step, { minLength: 4, maxLength: 20, size: 'max' })
    .map((steps) => [{ do: 'order', product: 'moderate', months: 1, card: '4242424242424242' }, ...steps]),
});
