import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { formatDate, keepTogether } from '../../../shared/dates.ts';
import { type Day, utcStartOf } from '../../../shared/days.ts';
import type { Locale } from '../../../shared/locales.ts';
import { formatPrice } from '../../../shared/numbers.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import type { MailContent } from '../../contract/letters.ts';
import { attachPdf, getLegalDocuments, type PublishedPdf } from '../../people/legal-documents/legal-documents.ts';
import { enqueueMail, formatMoment, lettersOf } from '../../platform/mails/mails.ts';
import { fillText, readTexts } from '../../texts.ts';
import { type BillingMailKind, type FactsOf, type MailFacts, mailKinds, sampleFacts } from './mail-kinds.ts';

export type { BillingMailKind, FactsOf } from './mail-kinds.ts';

const planNames = z.strictObject({
  products: z.strictObject({ free: z.string(), 'offline-add-on': z.string(), moderate: z.string(), high: z.string() }),
  oneMonth: z.string(),
  severalMonths: z.string(),
});

const names = await readTexts('plan-names', planNames);
const kinds = Object.keys(mailKinds) as [BillingMailKind, ...BillingMailKind[]];

/** What customers are told about what they buy. */
export const billingLetters = lettersOf('billing-mails', kinds, (locale) => ({
  ...writeFacts(locale, sampleFacts),
  ...knownFacts(locale, `https://${operator.supportEmail.split('@')[1]}`),
}));

/** What a mail about an invoice brings. */
export interface BroughtInvoice {
  /** The name of its document. */
  document: string;
  /** The id of the picture of its code. */
  picture: string | null;
  attachments: NonNullable<MailContent['attachments']>;
}

/** To whom a mail goes, and what it is about. */
interface BillingMail<Kind extends BillingMailKind> {
  /** Null for somebody without an account. */
  accountId: string | null;
  to: string;
  locale: Locale;
  /** What it tells of, such as the id of an invoice or of a term: one mail of a kind is sent about it. */
  about: string;
  facts: FactsOf<Kind>;
  /** The invoice that it tells of, with its document. */
  brought?: BroughtInvoice | undefined;
}

/**
 * Tells a customer of what `trx` changes: both are stored, or neither is. Days are named as dates, with their weekday. A
 * paragraph about something that is not known is left out.
 */
export async function mailBilling<Kind extends BillingMailKind>(
  act: Act,
  kind: Kind,
  { accountId, to, locale, about, facts, brought }: BillingMail<Kind>,
): Promise<void> {
  const { siteOrigin } = act.config;
  const mailKind: (typeof mailKinds)[BillingMailKind] = mailKinds[kind];
  const unknown = 'mayKnow' in mailKind ? mailKind.mayKnow.map((name) => [name, null]) : [];
  const values = {
    ...Object.fromEntries(unknown),
    ...writeFacts(locale, facts),
    ...knownFacts(locale, siteOrigin),
    ...(brought && { document: brought.document }),
  };
  const texts = 'bringsTexts' in mailKind ? await contractTexts(act, locale) : [];
  const content = await billingLetters.write(
    kind,
    locale,
    values,
    `${siteOrigin}${localizedPath(mailKind.path, locale)}`,
    {
      ...(brought?.picture && { picture: brought.picture }),
      ...(texts.length && { evidence: ['SHA-256', ...texts.map(({ fileName, sha256 }) => `${fileName} ${sha256}`)] }),
    },
  );
  const dedupeKey = `${kind} ${about}`;
  await enqueueMail(act, {
    ...content,
    // What is to be paid comes first.
    attachments: [...(brought?.attachments ?? []), ...texts.map(attachPdf)],
    kind,
    dedupeKey,
    accountId,
    to,
    whenUnknown: 'send-again',
  });
}

const knownFacts = (locale: Locale, siteOrigin: string) => ({
  payee: `${operator.companyName}, ${operator.postalCode} ${operator.town}`,
  iban: keepTogether(operator.bankAccount.iban),
  withdrawUrl: `${siteOrigin}${localizedPath(paths.withdrawal, locale)}`,
});

/** As the sentences of a language name them. */
const writeFacts = (locale: Locale, facts: Partial<Record<keyof MailFacts, unknown>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, writeFact(locale, name, value)]));

function writeFact(locale: Locale, name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null;
  if (value === true) return names[locale].products.free;
  if (value instanceof Date) return formatMoment(locale, value);
  if (typeof value === 'number') return keepTogether(formatPrice(locale, value));
  if (typeof value === 'object') return writePlan(locale, value as MailFacts['plan']);
  return /(?:On|By|Until)$/.test(name) ? formatWeekday(locale, value as Day) : (value as string);
}

function writePlan(locale: Locale, { product, months }: MailFacts['plan']): string {
  const { products } = names[locale];
  if (product === 'free') return products.free;
  return keepTogether(writeMonths(locale, products[product], months));
}

/** `High, 4 months`: a product, by the name that it has where this is said, and for how long. */
export const writeMonths = (locale: Locale, product: string, months: number): string =>
  fillText(months === 1 ? names[locale].oneMonth : names[locale].severalMonths, { product, months });

/** `Monday 7 December 2026` */
function formatWeekday(locale: Locale, day: Day): string {
  const text = formatDate(locale, utcStartOf(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  // Swiss French has a comma there, which does not go with the words before it: le lundi 7 décembre.
  if (locale === 'fr') return text.replace(', ', '\u00a0');
  // What `Intl` writes is for a calendar; within a sentence it is: måndagen den 7 december.
  return locale === 'sv' ? text.replace(/\s/, 'en den\u00a0') : text;
}

/** The terms and what is to be known of withdrawal, as they are in force. */
async function contractTexts({ config, now }: Act, locale: Locale): Promise<PublishedPdf[]> {
  const documents = await getLegalDocuments({ config });
  const pdfs = (['terms', 'withdrawal'] as const).map((document) => {
    const version = documents.versionsOf(document, now).find(({ state }) => state === 'in-force')?.version;
    return version && documents.findPdf(document, version, locale);
  });
  return (await Promise.all(pdfs)).flatMap((pdf) => pdf || []);
}
