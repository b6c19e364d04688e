import * as z from 'zod/mini';
import { locales } from '../locales.ts';

const invoiceKinds = ['invoice', 'credit-note'] as const;

/** Answer of `GET /api/invoices`, newest first. The total of a credit note is negative. Days as `YYYY-MM-DD`. */
export const invoicesAnswer = z.object({
  invoices: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(invoiceKinds),
      number: z.string(),
      issuedOn: z.string(),
      dueOn: z.string(),
      totalRappen: z.number(),
      openRappen: z.number(),
      /** Of an invoice; a credit note is always `settled`. */
      state: z.enum(['open', 'overdue', 'settled']),
      /** The number of the invoice that a credit note corrects. */
      corrects: z.nullable(z.string()),
      locale: z.enum(locales),
      /** The document is made shortly after the invoice. */
      hasPdf: z.boolean(),
    }),
  ),
});

export type InvoicesAnswer = z.infer<typeof invoicesAnswer>;
