import * as z from 'zod/mini';
import { formatDay, keepTogether } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/days.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { formatNumber, formatPrice } from '../../../shared/numbers.ts';
import { fillText, readTexts } from '../../texts.ts';
import { writeMonths } from '../texts/texts.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { InvoiceLine } from './invoice-line.ts';

const schema = z.strictObject({
  invoice: z.string(),
  creditNote: z.string(),
  facts: z.strictObject({
    issuedOn: z.string(),
    dueOn: z.string(),
    corrects: z.string(),
    sellerVat: z.string(),
    customerVat: z.string(),
  }),
  columns: z.strictObject({ service: z.string(), amount: z.string() }),
  products: z.strictObject({ 'offline-add-on': z.string(), moderate: z.string(), high: z.string() }),
  unserved: z.string(),
  period: z.string(),
  periodOncePaid: z.string(),
  net: z.string(),
  vat: z.string(),
  total: z.string(),
  taxRules: z.strictObject({
    'not-registered': z.string(),
    'swiss-vat': z.string(),
    'reverse-charge': z.string(),
    'consumer-abroad': z.string(),
    'one-stop-shop': z.string(),
  }),
  pay: z.string(),
  account: z.string(),
  charge: z.string(),
  paid: z.string(),
  settled: z.string(),
  credited: z.string(),
  notice: z.string(),
  questions: z.string(),
  paymentPart: z.string(),
});
type Texts = z.infer<typeof schema>;

/** What an invoice or credit note says, in its language; amounts and days written out. */
export interface InvoiceWords {
  title: string;
  facts: readonly [label: string, value: string][];
  columns: Texts['columns'];
  rows: readonly { service: string; period: string; amount: string }[];
  sums: readonly [label: string, value: string][];
  /** That it has been paid and how, if it has. */
  paid: string | null;
  /** Explains the tax, how to pay, and anything else the customer needs to know. */
  notes: readonly string[];
  /** For those who do not see the payment part. */
  paymentPart: string;
  countryOf(code: string): string;
}

/** True where it needs a payment part, because there is something to transfer. */
export const isTransferred = ({ kind, method, paidOn, total_rappen }: InvoiceDocument): boolean =>
  kind === 'invoice' && method === 'invoice' && paidOn === null && total_rappen > 0;

export async function wordInvoice(document: InvoiceDocument): Promise<InvoiceWords> {
  const { locale, seller, customer } = document;
  const words = (await readTexts('invoices', schema))[locale];
  const countries = new Intl.DisplayNames([formattingLocales[locale]], { type: 'region' });
  const countryOf = (code: string) => countries.of(code) ?? code;
  const values: Record<string, string> = {
    total: keepTogether(formatPrice(locale, Math.abs(document.total_rappen), 'always')),
    dueOn: formatDay(locale, document.due_on),
    paidOn: formatDay(locale, document.paidOn ?? document.issued_on),
    noticeBy: formatDay(locale, document.noticeBy ?? document.due_on),
    iban: keepTogether(seller.iban),
    bic: seller.bic,
    reference: keepTogether(groupsOfFour(document.reference)),
    country: countryOf(customer.country),
    email: seller.email,
  };
  const fill = (text: string, more: Record<string, string> = {}) => fillText(text, { ...values, ...more });
  const isCredit = document.kind === 'credit-note';
  const rate = formatNumber(locale, document.vat_permille / 1000, { style: 'percent', minimumFractionDigits: 1 });
  const { facts } = words;
  const shown: [string, string | null][] = [
    [facts.issuedOn, formatDay(locale, document.issued_on)],
    [facts.dueOn, isTransferred(document) ? values.dueOn! : null],
    [facts.corrects, document.corrects],
    [facts.sellerVat, seller.vatNumber],
    [facts.customerVat, customer.vatNumber],
  ];
  return {
    title: `${isCredit ? words.creditNote : words.invoice} ${document.number}`,
    facts: shown.filter((fact): fact is [string, string] => fact[1] !== null),
    columns: words.columns,
    rows: document.lines.map((line) => ({
      service: wordLine(locale, words, line),
      period:
        document.beginsOncePaid && line.reason === 'term'
          ? words.periodOncePaid
          : fill(words.period, {
              from: formatDay(locale, line.from),
              until: formatDay(locale, addDays(line.until, -1)),
            }),
      amount: formatAmount(locale, line.netRappen),
    })),
    sums: [
      ...(document.vat_rappen === 0
        ? []
        : ([
            [words.net, formatAmount(locale, document.net_rappen)],
            [fill(words.vat, { rate }), formatAmount(locale, document.vat_rappen)],
          ] as [string, string][])),
      [words.total, formatAmount(locale, document.total_rappen)],
    ],
    paid: document.paidOn === null || isCredit ? null : fill(document.method === 'card' ? words.paid : words.settled),
    notes: [words.taxRules[document.tax_rule], ...howItIsPaid(words, document), words.questions].map((note) =>
      fill(note),
    ),
    paymentPart: fill(words.paymentPart),
    countryOf,
  };
}

function wordLine(locale: Locale, words: Texts, { reason, product, months }: InvoiceLine): string {
  const name = words.products[product];
  return reason === 'term' ? writeMonths(locale, name, months) : fillText(words.unserved, { product: name });
}

function howItIsPaid(words: Texts, document: InvoiceDocument): string[] {
  if (document.kind === 'credit-note') return [words.credited];
  if (document.paidOn !== null) return [];
  const notice = document.noticeBy === null ? [] : [words.notice];
  if (isTransferred(document)) return [words.pay, words.account, ...notice];
  return document.total_rappen > 0 ? [words.charge, ...notice] : notice;
}

/** Without the currency, which the head of the column names. */
function formatAmount(locale: Locale, rappen: number): string {
  const amount = formatPrice(locale, Math.abs(rappen), 'always').replace(/\s?CHF\s?/, '');
  return rappen < 0 ? `−${amount}` : amount;
}

const groupsOfFour = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ');
