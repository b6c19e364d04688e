import * as z from 'zod/mini';
import { paymentMethods, periods, products } from '../business/sales.ts';
import { locales } from '../locales.ts';
import { documentVersion } from './documents.ts';
import { openInvoice } from './invoices.ts';

export const orderConfirmations = ['terms', 'immediateStart'] as const;

export type OrderConfirmation = (typeof orderConfirmations)[number];

/**
 * Body of `POST /api/orders`, sent with an `Idempotency-Key`. `totalRappen` is what the button named; another total is
 * answered with `order-changed`. `immediateStart` asks to be served before the time of withdrawal is over; whoever can withdraw
 * confirms it, and nobody else is asked.
 */
export const orderRequest = z.object({
  product: z.enum(products),
  months: z.literal([...periods]),
  method: z.enum(paymentMethods),
  totalRappen: z.int().check(z.nonnegative()),
  locale: z.enum(locales),
  confirmations: z.object({ terms: z.boolean(), immediateStart: z.boolean() }),
  documents: z.array(documentVersion).check(z.maxLength(20)),
  /** SHA-256 of the sentence beside each box as it was shown: in UTF-8, in the language of `locale`, without the tags of its links. */
  shownSentences: z.partialRecord(z.enum(orderConfirmations), z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

/**
 * Answer of `POST /api/orders` and `GET /api/orders/{id}`. `payAt` is the address of the card form, `invoice` what is to be
 * transferred; of an order that is paid, both are null. `failed` and `expired` orders can be placed again.
 */
export const orderAnswer = z.object({
  id: z.uuid(),
  state: z.enum(['open', 'paid', 'failed', 'expired']),
  product: z.enum(products),
  months: z.number(),
  method: z.enum(paymentMethods),
  totalRappen: z.number(),
  payAt: z.nullable(z.string()),
  invoice: z.nullable(openInvoice),
});

export type OrderRequest = z.infer<typeof orderRequest>;
export type OrderAnswer = z.infer<typeof orderAnswer>;
