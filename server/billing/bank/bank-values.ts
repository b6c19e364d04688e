import type { Rappen } from '../../../shared/business/plans.ts';
import { type Day, isDay } from '../../../shared/days.ts';
import { type Element, find, textAt } from './xml-tree.ts';

export type Side = 'CRDT' | 'DBIT';

/** A value, or in words what is wrong with it. */
export type Value<Of> = { value: Of } | { fault: string };

/** Where something stands, for a person with the file open. */
export const placeOf = ({ name, line }: Element, number?: number): string =>
  `line ${line}, ${name}${number === undefined ? '' : ` ${number}`}`;

/** In Rappen, as xs:decimal writes it; never through a floating-point number. */
export function readFrancs(amount: Element | undefined): Value<Rappen> {
  if (!amount) return { fault: 'Amt is missing' };
  const currency = amount.attributes.Ccy;
  if (currency !== 'CHF')
    return { fault: `Amt is in ${currency ?? 'no currency'} (${amount.text}), and the account in CHF` };
  const [, francs, rappen = ''] =
    /^\+?(\d{0,12})(?:\.(\d{0,2})0*)?$/.exec(amount.text.replace(/^\+?0+(?=\d)/, '')) ?? [];
  if (francs === undefined || !/\d/.test(amount.text)) return { fault: `Amt "${amount.text}" is no amount in CHF` };
  return { value: Number(francs) * 100 + Number(rappen.padEnd(2, '0')) };
}

export function readSide(element: Element): Value<Side> {
  const said = textAt(element, 'CdtDbtInd');
  if (said === 'CRDT' || said === 'DBIT') return { value: said };
  return { fault: said === undefined ? 'CdtDbtInd is missing' : `CdtDbtInd is "${said}"` };
}

/** Negative where it went out. */
export function readSigned(element: Element): Value<Rappen> {
  const amount = readFrancs(find(element, 'Amt'));
  const side = readSide(element);
  if ('fault' in amount) return amount;
  return 'fault' in side ? side : { value: side.value === 'CRDT' || amount.value === 0 ? amount.value : -amount.value };
}

/** The day of a `Dt` or `DtTm` within an element, as the bank writes it, whatever its time zone. */
export function readDay(element: Element | undefined, name: string): Value<Day> {
  const date = find(element, name);
  const said = date && (textAt(date, 'Dt') ?? textAt(date, 'DtTm') ?? date.text);
  if (!said) return { fault: `${name} is missing` };
  const day = said.slice(0, 10);
  const isWhole = /^(?:T.*|Z|[+-]\d\d:\d\d)?$/.test(said.slice(10));
  return isWhole && isDay(day) ? { value: day } : { fault: `${name} "${said}" is no day` };
}

/** As xs:boolean writes it. */
export const isTrue = (said: string | undefined): boolean => said === 'true' || said === '1';

export const known = <Of>(read: Value<Of>): Of | undefined => ('value' in read ? read.value : undefined);

export const withoutSpaces = (written: string): string => written.replaceAll(/\s/g, '');
