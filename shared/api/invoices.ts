import * as z from 'zod/mini';
import { locales } from '../locales.ts';
import { day } from './instant.ts';

/** What is to be transferred, and how: the account by its number, so that it can be paid from abroad. Days as `YYYY-MM-DD`. */
export const openInvoice = z.object({
  id: z.uuid(),
  number: z.string(),
  totalRappen: z.number(),
  /** What is left to pay of it. */
  openRappen: z.number(),
  dueOn: day,
  holder: z.string(),
  iban: z.string(),
  /** ISO 11649 (`RF…`). */
  reference: z.string(),
  /** The dark modules of the payment part's code as an SVG path, in a square of so many modules; null where it cannot be made. */
  qr: z.nullable(z.object({ size: z.number(), path: z.string() })),
});

const invoiceKinds = ['invoice', 'credit-note'] as const;

/** Answer of `GET /api/invoices`, newest first. The total of a credit note is negative. Days as `YYYY-MM-DD`. */
export const invoicesAnswer = z.object({
  invoices: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(invoiceKinds),
      number: z.string(),
      issuedOn: day,
      dueOn: day,
      totalRappen: z.number(),
      openRappen: z.number(),
      /** Of an invoice, which is `credited` where nothing of it was to be paid in the end; a credit note is always `settled`. */
      state: z.enum(['open', 'overdue', 'settled', 'credited']),
      /** The number of the invoice that a credit note corrects. */
      corrects: z.nullable(z.string()),
      locale: z.enum(locales),
      /** The document is made shortly after the invoice. */
      hasPdf: z.boolean(),
    }),
  ),
});

export type InvoicesAnswer = z.infer<typeof invoicesAnswer>;
export type OpenInvoice = z.infer<typeof openInvoice>;
