import { formatBytes, formatCountry, formatDay, formatDuration, formatPrice } from '../../../shared/format.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { formatNumber } from '../../../shared/numbers.ts';
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

/** What a customer and a buyer have, whatever the order in which the database gives it back. */
const isPostal = (record: object): record is Record<string, string | null> => 'street' in record && 'town' in record;

/** With the fields of a postal address as one, on the lines on which people write it: company, name, street, town, country. */
export function withAddressAsWritten(record: object, locale: Locale): object {
  if (!isPostal(record)) return record;
  const { kind, company, fullName, street, houseNumber, postalCode, town, country, ...others } = record;
  const lines = [
    [company],
    [fullName],
    [street, houseNumber],
    [postalCode, town],
    [country && formatCountry(locale, country as never)],
  ];
  const address = lines.map((line) => line.filter(Boolean).join(' ')).filter(Boolean);
  return { kind, address: address.join('\n'), ...others };
}
