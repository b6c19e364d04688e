import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { lastBusinessDayBefore } from '../../../shared/business/business-days.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Job } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import { sha256Hex } from '../../sha256.ts';
import { drawCodePicture } from './code-picture.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { isTransferred } from './invoice-words.ts';
import { findBalance, findLines, findPaidAtIssue, findPdf, findWithoutFile } from './invoices.queries.ts';
import type { Invoice } from './invoices.tables.ts';
import { writeNumber } from './issuing.ts';
import { drawPaymentCode, findPaymentFaults, type PaymentCode } from './qr-payload.ts';

const batchSize = 50;

/** After five weeks of failed attempts somebody has to look into it; `billing verify` names the document. */
const triedForMs = 35 * dayMs;

/** Makes the documents of new invoices and keeps them for good, each by itself: one that cannot be drawn stops no other. */
export const invoiceFilesJob: Job<object> = {
  name: 'invoice-files',
  schedule: '* * * * *',
  async handle({ database, clock, log }) {
    const since = new Date(clock().getTime() - triedForMs);
    for (const invoice of await findWithoutFile(database.kysely, since, batchSize))
      try {
        const pdf = await render(await toDocument(database.kysely, invoice));
        await keepDocument(database.kysely, invoice, pdf, clock());
      } catch (error) {
        log.error({ err: error, invoice: invoice.id }, 'the document of an invoice cannot be made');
      }
  },
};

/** Loads the drawing code at first use: most processes never need it, and all of them would start more slowly. */
async function render(document: InvoiceDocument): Promise<Buffer> {
  const { renderInvoice } = await import('./invoice-pdf.ts');
  return renderInvoice(document);
}

/** The name of its file. */
export const nameDocument = (invoice: Parameters<typeof writeNumber>[0]): string =>
  `writing-ant-${writeNumber(invoice)}.pdf`;

/** Keeps a document for good. If one is already kept, that one stays and is returned. */
async function keepDocument(queries: Queries, invoice: Invoice, pdf: Buffer, now: Date): Promise<Buffer> {
  const sha256 = sha256Hex(pdf);
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('invoice_files')
    .values({ id: randomUUID(), invoice_id: invoice.id, pdf, sha256, made_at: now })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? pdf : (await findPdf(queries, invoice.account_id, invoice.id))!.pdf;
}

const codePicture = 'payment-code';

/**
 * For the mail about a new invoice: its document, which comes in when the mail is sent, and where it is to be transferred, the code of its
 * payment part.
 */
export async function bringInvoice(queries: Queries, invoice: Invoice) {
  const document = await toDocument(queries, invoice);
  const name = nameDocument(invoice);
  const pdf = { fileName: name, mediaType: 'application/pdf', content: { storedFile: invoice.id } };
  if (!isTransferred(document) || findPaymentFaults(document).length)
    return { document: name, picture: null, attachments: [pdf] };
  const content = drawCodePicture(await drawPaymentCode(document));
  const picture = { fileName: 'qr-code.png', mediaType: 'image/png', content, contentId: codePicture };
  return { document: name, picture: codePicture, attachments: [picture, pdf] };
}

/** The document of an invoice of the account, for a mail that is sent now; one that cannot be drawn is told by the job. */
export async function readDocument(
  queries: Queries,
  accountId: string,
  id: string,
  { now }: { now: Date },
): Promise<Buffer | 'not-made' | undefined> {
  if (!z.safeParse(z.uuid(), id).success) return undefined;
  const kept = await findPdf(queries, accountId, id);
  if (kept) return kept.pdf;
  const invoice = (await findBalance(queries, id))?.invoice;
  if (invoice?.account_id !== accountId) return undefined;
  try {
    return await keepDocument(queries, invoice, await render(await toDocument(queries, invoice)), now);
  } catch {
    return 'not-made';
  }
}

/** The code of its payment part for a page; null where none can be made. */
export async function drawCode(queries: Queries, invoice: Invoice): Promise<PaymentCode | null> {
  const document = await toDocument(queries, invoice);
  return findPaymentFaults(document).length ? null : drawPaymentCode(document);
}

/** Everything that the document says, from what is kept of the invoice. */
async function toDocument(queries: Queries, invoice: Invoice): Promise<InvoiceDocument> {
  const lines = await findLines(queries, invoice.id);
  const corrected = invoice.corrects ? await findBalance(queries, invoice.corrects) : undefined;
  const from = lines.find(({ reason }) => reason === 'term')?.from;
  const isPaid = await isPaidBefore(queries, invoice);
  const isOrdered = invoice.order_id !== null;
  return {
    ...invoice,
    number: writeNumber(invoice),
    corrects: corrected ? writeNumber(corrected.invoice) : null,
    paidOn: isPaid ? invoice.issued_on : null,
    beginsOncePaid: invoice.method === 'invoice' && isOrdered && !isPaid && invoice.kind === 'invoice',
    noticeBy: invoice.method === 'invoice' && !isOrdered && from ? lastBusinessDayBefore(from) : null,
    customer: toAddressee(invoice.buyer),
    lines,
  };
}

/** A company is named above whoever ordered for it. */
const toAddressee = ({ company, fullName, ...address }: Invoice['buyer']): InvoiceDocument['customer'] => ({
  ...address,
  name: company ?? fullName,
  contact: company === null ? null : fullName,
});

/** An order by card is invoiced when it is paid, and so is what takes the place of a paid invoice. */
const isPaidBefore = async (queries: Queries, invoice: Invoice): Promise<boolean> =>
  invoice.kind === 'invoice' &&
  ((invoice.method === 'card' && invoice.order_id !== null) ||
    (await findPaidAtIssue(queries, invoice)) >= invoice.total_rappen);
