import { nameOfBrand } from '../../../shared/card-brands.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { formatBytes, formatCountry, formatDay, formatDuration, formatPrice } from '../../../shared/format.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { formatNumber } from '../../../shared/numbers.ts';
import { writeNumber } from '../../billing/invoices/invoices.ts';
import { formatMoment } from '../../platform/mails/mails.ts';

/** The words of a language for what stands in the data. */
export interface FieldWords {
  locale: Locale;
  yes: string;
  no: string;
  fields: Readonly<Record<string, string>>;
  /** By the name of a field, and what it can hold. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Writer = (locale: Locale, value: never) => string;

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);
const day: Writer = (locale, value: string) => (isDay(value) ? formatDay(locale, value) : value);
const money: Writer = (locale, rappen: number) => formatPrice(locale, rappen);
const share: Writer = (locale, permille: number) =>
  formatNumber(locale, permille / 1000, { style: 'percent', maximumFractionDigits: 1 });
const language: Writer = (locale, tag: string) =>
  new Intl.DisplayNames(formattingLocales[locale], { type: 'language' }).of(tag) ?? tag;

/** How fields are written whose values need more than words; the others stand as they are. */
const writers: Readonly<Record<string, Writer>> = {
  amount_rappen: money,
  net_rappen: money,
  total_rappen: money,
  vat_rappen: money,
  vat_permille: share,
  booked_on: day,
  due_on: day,
  ends_on: day,
  expiresOn: day,
  from_on: day,
  issued_on: day,
  received_on: day,
  until_on: day,
  value_on: day,
  // That of a text is the day from which it applies; a box without a text has none.
  version: (locale, value: string) => (value === 'unknown' ? '' : day(locale, value as never)),
  // Of a charge it is the provider's own number of the card; what is known of the card itself is a record.
  card: () => '',
  brand: (_locale, brand: string) => nameOfBrand(brand),
  country: (locale, code: string) => formatCountry(locale, code),
  language,
  locale: language,
  recordingSeconds: (locale, seconds: number) => formatDuration(locale, seconds),
  sentBytes: (locale, bytes: number) => formatBytes(locale, bytes),
  sizeBytes: (locale, bytes: number) => formatBytes(locale, bytes),
};

/** A value as its reader says it; empty where there is none. */
export function writeField(name: string, value: unknown, { locale, yes, no, values }: FieldWords): string {
  if (value === null || value === undefined || value === '') return '';
  if (value instanceof Date) return formatMoment(locale, value);
  if (typeof value === 'boolean') return value ? yes : no;
  const meanings = values[name];
  // A word that nobody has explained yet is left to data.json.
  if (meanings) return meanings[String(value)] ?? '';
  return writers[name]?.(locale, value as never) ?? String(value);
}

type Fields = Record<string, unknown>;

/** On the lines on which people write it: company, name, street, town, country. */
function writeAddress({ company, fullName, street, houseNumber, postalCode, town, country }: Fields, locale: Locale) {
  const lines = [
    [company],
    [fullName],
    [street, houseNumber],
    [postalCode, town],
    [country && formatCountry(locale, country as string)],
  ];
  return lines
    .map((line) => line.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n');
}

const postal = ['company', 'fullName', 'street', 'houseNumber', 'postalCode', 'town', 'country'];

/**
 * What the data keep apart, or for computers, as people write it: a postal address, whatever the order in which the database
 * gives its fields back; the number of an invoice; the last day of a period, of which the data have the day after.
 */
export function asWritten(record: object, locale: Locale): object {
  let fields = record as Fields;
  if ('street' in fields) {
    const { kind, ...others } = fields;
    const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !postal.includes(name)));
    fields = { kind, address: writeAddress(fields, locale), ...rest };
  }
  if ('year' in fields) {
    const { year, ...others } = fields;
    fields = { ...others, number: writeNumber(fields as Parameters<typeof writeNumber>[0]) };
  }
  if (isTerm(fields)) fields = { ...fields, until_on: addDays(fields.until_on, -1) };
  const { ends_on: end, terms } = fields as { ends_on?: Day; terms?: Fields[] };
  if (end && terms?.some((term) => isTerm(term) && term.until_on === end))
    fields = { ...fields, ends_on: addDays(end, -1) };
  return fields;
}

/** One that was not over on its first day. */
const isTerm = (fields: Fields): fields is Record<'from_on' | 'until_on', Day> =>
  typeof fields.from_on === 'string' && typeof fields.until_on === 'string' && fields.from_on < fields.until_on;
