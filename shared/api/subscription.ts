import * as z from 'zod/mini';
import { heldPlanNames } from '../business/plans.ts';
import { paymentMethods, periods, products, salesAudiences } from '../business/sales.ts';
import { day } from './instant.ts';
import { openInvoice } from './invoices.ts';

/** `free`: nothing is bought. `pending`: an order by invoice waits for its payment and nothing is served for it yet. */
const subscriptionStates = ['free', 'pending', 'active', 'grace', 'suspended'] as const;

const offer = z.object({ product: z.enum(products), months: z.number() });

/**
 * One thing that can be done now, by `POST /api/subscription`. `dueNowRappen` is charged at once (0: nothing), and is sent back
 * with a change as `totalRappen`; `termRappen` is what each term costs with a change, tax included (0: nothing), and is sent back, too; `effectiveOn` is
 * the day from which the change counts, or on which a cancelled term ends. `product` and `months` of a withdrawal are those of
 * what is withdrawn from: of an upgrade that waits for its payment, that alone.
 */
const possibleAction = z.object({
  action: z.enum(['cancel', 'resume', 'change', 'pay', 'card', 'method', 'withdraw']),
  product: z.nullable(z.enum([...products, 'free'])),
  months: z.nullable(z.number()),
  dueNowRappen: z.number(),
  termRappen: z.number(),
  effectiveOn: z.nullable(day),
});

/** Answer of `GET` and `POST /api/subscription`. Days as `YYYY-MM-DD`; a term includes its first day and not its last. */
export const subscriptionAnswer = z.object({
  state: z.enum(subscriptionStates),
  /** In Zurich, by the clock of the service: deadlines are counted from it. */
  today: day,
  plan: z.enum(heldPlanNames),
  offlineAddOn: z.boolean(),
  /** Whether an order of this customer would be taken; before billing data are known, of somebody in the account's country. */
  sales: z.object({ isOpen: z.boolean(), audiences: z.array(z.enum(salesAudiences)) }),
  /** The holder has restricted the account: until that is lifted, nothing can be ordered or changed. Leaving and paying can. */
  isRestricted: z.boolean(),
  subscription: z.nullable(
    z.object({
      ...offer.shape,
      method: z.enum(paymentMethods),
      priceRappen: z.number(),
      /** The term that is served, or was served last; null while the first payment is awaited. */
      term: z.nullable(z.object({ from: day, until: day })),
      /** Set once it is cancelled. */
      endsOn: z.nullable(day),
      /** What follows then. */
      endsWith: z.nullable(z.enum(['free', 'close'])),
      /** What follows when the term is over, if something else than now. */
      next: z.nullable(offer),
    }),
  ),
  nextCharge: z.nullable(z.object({ on: day, amountRappen: z.number(), method: z.enum(paymentMethods) })),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string(), expiresOn: z.string() })),
  /**
   * What is owed or under way. `awaiting-card`: nobody has paid yet; `form` is the card form, where one is open. `charge-due`:
   * the kept card is charged by itself, and was not yet. `checking`: it is being charged. `provider-silent`: something is under way, and the card provider does not say what. `failed`:
   * the card was declined. `confirm`: the bank wants a confirmation, by the action `pay`. `owed`: it is left
   * to pay of something that has ended.
   */
  payment: z.nullable(
    z.object({
      state: z.enum([
        'awaiting-transfer',
        'awaiting-card',
        'charge-due',
        'checking',
        'provider-silent',
        'failed',
        'confirm',
        'owed',
      ]),
      invoice: z.nullable(openInvoice),
      /** What begins with the payment of an upgrade; what runs goes on without it. */
      begins: z.optional(z.enum(products)),
      form: z.nullable(z.object({ payAt: z.string(), product: z.enum(products), amountRappen: z.number() })),
    }),
  ),
  deadlines: z.object({
    /** The last day on which a cancellation ends the present term. */
    noticeBy: z.nullable(day),
    /** From this day on an unpaid subscription is not served. */
    suspendsOn: z.nullable(day),
    /** On this day a suspended subscription ends for good, unless it is paid before and goes on. */
    endsForGoodOn: z.nullable(day),
    /** The last day of a withdrawal. */
    withdrawBy: z.nullable(day),
  }),
  actions: z.array(possibleAction),
});

export type SubscriptionAnswer = z.infer<typeof subscriptionAnswer>;
export type PossibleAction = z.infer<typeof possibleAction>;

/** Body of `POST /api/subscription`, sent with an `Idempotency-Key`. */
export const subscriptionRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('cancel'), followedBy: z.enum(['free', 'close']) }),
  z.object({ action: z.literal('resume') }),
  // `from`, what the person was asked about: a change that waits for its payment is taken back alone. Refused where it is not so any more.
  z.object({ action: z.literal('withdraw'), from: z.optional(z.enum(['change', 'contract'])) }),
  z.object({
    action: z.literal('change'),
    product: z.enum([...products, 'free']),
    months: z.literal([...periods]),
    totalRappen: z.int().check(z.nonnegative()),
    // What each later term costs, where that was shown; another price is refused like another total.
    termRappen: z.optional(z.int().check(z.nonnegative())),
  }),
  z.object({ action: z.literal('pay') }),
  z.object({ action: z.literal('card') }),
  z.object({ action: z.literal('method'), method: z.enum(paymentMethods) }),
]);

/** Answer of `POST /api/subscription`: `payAt` is where a card is asked for; null where nothing is to be paid by card. */
export const subscriptionChange = z.extend(subscriptionAnswer, { payAt: z.nullable(z.string()) });

export type SubscriptionRequest = z.infer<typeof subscriptionRequest>;
export type SubscriptionChange = z.infer<typeof subscriptionChange>;
