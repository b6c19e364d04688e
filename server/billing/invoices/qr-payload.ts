import type { SwissQRCode } from 'swissqrbill/pdf';
import type { Data } from 'swissqrbill/types';
import { paymentCharacters } from '../../../shared/payment-characters.ts';
import { toPaymentText } from '../customers/customers.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { Party } from './parties.ts';

/** The most that the payment part holds of each (SIX, Implementation Guidelines QR-bill 2.3, chapter 4.2.2). */
const longest = { name: 70, street: 70, houseNumber: 16, postalCode: 16, town: 35 } as const;
const maxRappen = 99_999_999_999;

/** The remainder by 97 that proves IBANs and references (ISO 7064); letters count from 10. */
function remainderOf(text: string): number {
  const moved = text.slice(4) + text.slice(0, 4);
  return [...moved].reduce((remainder, character) => {
    const value = Number.parseInt(character, 36);
    return (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}

/** The creditor reference of an invoice (ISO 11649): `RF` and check digits before the digits of its number. */
export function referenceOf(number: string): string {
  const digits = number.replaceAll('-', '');
  const checkDigits = 98 - remainderOf(`RF00${digits}`);
  return `RF${String(checkDigits).padStart(2, '0')}${digits}`;
}

const isIban = (iban: string) => /^(?:CH|LI)\d{7}[A-Z0-9]{12}$/.test(iban) && remainderOf(iban) === 1;

/** IBANs of their own kind that take other references (institution numbers 30000 to 31999). */
const isQrIban = (iban: string) => /^3[01]/.test(iban.slice(4));

const isReference = (reference: string) => /^RF\d\d[A-Z0-9]{1,21}$/.test(reference) && remainderOf(reference) === 1;

function faultsOfParty(who: string, party: Party): string[] {
  const isGood = (value: string, length: number, mayBeEmpty = false) =>
    value.length <= length && paymentCharacters.test(value) && (mayBeEmpty || value.trim() !== '');
  const faults = {
    name: !isGood(party.name, longest.name),
    street: !isGood(party.street, longest.street),
    'house number': !isGood(party.houseNumber ?? '', longest.houseNumber, true),
    'postal code': !isGood(party.postalCode, longest.postalCode),
    town: !isGood(party.town, longest.town),
    country: !/^[A-Z]{2}$/.test(party.country),
  };
  return Object.entries(faults).flatMap(([name, isFault]) => (isFault ? [`${who}: ${name}`] : []));
}

const withoutSpaces = (text: string) => text.replaceAll(' ', '');

/** Names whatever rules out a payment part; the library that prints it would accept most of these faults. */
export function findPaymentFaults({ total_rappen, reference, seller, customer }: InvoiceDocument): string[] {
  const iban = withoutSpaces(seller.iban);
  const isAmount = Number.isInteger(total_rappen) && total_rappen > 0 && total_rappen <= maxRappen;
  return [
    ...(isIban(iban) && !isQrIban(iban) ? [] : ['seller: IBAN']),
    ...faultsOfParty('seller', seller),
    ...faultsOfParty('customer', inPaymentCharacters(customer)),
    ...(isAmount ? [] : ['amount']),
    ...(isReference(reference) ? [] : ['reference']),
  ];
}

/**
 * What the payment part says: a plain IBAN with the reference of the invoice, which can be paid from abroad, too. Throws where
 * a bank would refuse it.
 */
export function paymentPartOf(document: InvoiceDocument): Data {
  const faults = findPaymentFaults(document);
  if (faults.length > 0) throw new RangeError(`No payment part for ${document.number}: ${faults.join(', ')}.`);
  const { seller, customer, total_rappen, number, reference } = document;
  return {
    currency: 'CHF',
    amount: total_rappen / 100,
    creditor: { account: withoutSpaces(seller.iban), ...addressOf(seller) },
    debtor: addressOf(inPaymentCharacters(customer)),
    reference,
    message: number,
  };
}

/** In Latin letters, cut where these make a name too long; the invoice itself shows names as they are written. */
const inPaymentCharacters = (party: Party): Party => ({
  ...party,
  name: toPaymentText(party.name, longest.name),
  street: toPaymentText(party.street, longest.street),
  houseNumber: party.houseNumber && toPaymentText(party.houseNumber, longest.houseNumber),
  postalCode: toPaymentText(party.postalCode, longest.postalCode),
  town: toPaymentText(party.town, longest.town),
});

const addressOf = ({ name, street, houseNumber, postalCode, town, country }: Party) => ({
  name,
  address: street,
  ...(houseNumber && { buildingNumber: houseNumber }),
  zip: postalCode,
  city: town,
  country,
});

/** A code to be drawn: the side in modules, and the dark ones as an SVG path. The Swiss cross comes over its middle. */
export interface PaymentCode {
  size: number;
  path: string;
}

/**
 * The code of an invoice for a page. Throws where a bank would refuse it. Drawn as for a PDF: the library’s SVG, with an element for
 * each module, takes seven times as long (18 ms), and a page asks for it with each answer.
 */
export async function drawPaymentCode(document: InvoiceDocument): Promise<PaymentCode> {
  const squares: [number, number][] = [];
  let module = 0;
  let isCross = false;
  const page = {
    save: () => page,
    restore: () => page,
    translate: () => page,
    fillColor: () => page,
    rect(x: number, y: number, side: number) {
      if (isCross) return page;
      module ||= side;
      squares.push([Math.round(x / module), Math.round(y / module)]);
      return page;
    },
    // All squares are filled at once, and before the cross.
    fill() {
      isCross = true;
      return page;
    },
  };
  const { SwissQRCode: Code } = await import('swissqrbill/pdf');
  new Code(paymentPartOf(document)).attachTo(page as unknown as PdfPage, 0, 0);
  return {
    size: Math.max(...squares.map(([x]) => x)) + 1,
    path: squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''),
  };
}

type PdfPage = Parameters<SwissQRCode['attachTo']>[0];
