import fc from 'fast-check';
import { SwissQRCode } from 'swissqrbill/svg';
import { isSCORReferenceValid } from 'swissqrbill/utils';
import { expect, it } from 'vitest';
import { paymentCharacters } from '../../../shared/payment-characters.ts';
import { anInvoiceDocument } from '../../../tests/factories/invoice-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { drawPaymentCode, findPaymentFaults, paymentPartOf, referenceOf } from './qr-payload.ts';

const { seller, customer } = anInvoiceDocument();
const faultsOf = (given: Partial<InvoiceDocument>) => findPaymentFaults(anInvoiceDocument(given));

it('an invoice of one’s own can be paid', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ customer: { ...customer, houseNumber: null } })).toEqual([]);
});

it.each<[string, Partial<InvoiceDocument>]>([
  ['customer: town', { customer: { ...customer, town: '' } }],
  ['customer: town', { customer: { ...customer, town: '  ' } }],
  ['customer: town', { customer: { ...customer, town: 'x'.repeat(36) } }],
  ['customer: name', { customer: { ...customer, name: 'Asa 🐜' } }],
  ['customer: name', { customer: { ...customer, name: 'x'.repeat(71) } }],
  ['customer: name', { customer: { ...customer, name: 'Asa\nMuster' } }],
  ['customer: street', { customer: { ...customer, street: '' } }],
  ['customer: house number', { customer: { ...customer, houseNumber: '1'.repeat(17) } }],
  ['customer: postal code', { customer: { ...customer, postalCode: '' } }],
  ['customer: country', { customer: { ...customer, country: 'Schweiz' } }],
  ['seller: town', { seller: { ...seller, town: '' } }],
  ['seller: IBAN', { seller: { ...seller, iban: 'CH94 0076 2011 6238 5295 7' } }],
  ['seller: IBAN', { seller: { ...seller, iban: 'CH44 3199 9123 0008 8901 2' } }],
  ['seller: IBAN', { seller: { ...seller, iban: 'SE45 5000 0000 0583 9825 7466' } }],
  ['amount', { total_rappen: 0 }],
  ['amount', { total_rappen: -1 }],
  ['amount', { total_rappen: 0.5 }],
  ['amount', { total_rappen: 100_000_000_000 }],
  ['reference', { reference: referenceOf('2026-äöü') }],
  ['reference', { reference: referenceOf('1'.repeat(22)) }],
])('a bank would refuse the %s of %j', (fault, given) => {
  expect(faultsOf(given)).toEqual([fault]);
  expect(() => paymentPartOf(anInvoiceDocument(given))).toThrow(fault);
});

it('a reference is the number with the digits that prove it (ISO 11649)', () => {
  expect(referenceOf('2026-000123')).toBe('RF462026000123');
  fc.assert(
    fc.property(fc.integer({ min: 2026, max: 2099 }), fc.integer({ min: 1, max: 999_999 }), (year, count) => {
      const reference = referenceOf(`${year}-${String(count).padStart(6, '0')}`);
      expect(isSCORReferenceValid(reference)).toBe(true);
    }),
  );
});

it('letters of every language of the site are among the characters allowed, and no others', () => {
  for (const text of ['Zürich', 'Malmö Åström', 'Cañón', 'Œuvre Ÿ', 'Ștefan Țurcanu', 'Žižka Őszi', '€ 5 & «x»', ''])
    expect(text, text).toMatch(paymentCharacters);
  for (const text of ['🐜', 'Ω', 'Пётр', '王', 'a\tb', 'a\u0000', '\u200e', '“x”', '–'])
    expect(text, text).not.toMatch(paymentCharacters);
});

it('every character that is allowed can be drawn', async () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    paymentCharacters.test(character),
  );
  expect(all.length).toBeGreaterThan(300);
  for (let from = 0; from < all.length; from += 30) {
    const town = `Z${all.slice(from, from + 30).join('')}`;
    const { customer } = anInvoiceDocument();
    const document = anInvoiceDocument({ customer: { ...customer, town } });
    expect([findPaymentFaults(document), (await drawPaymentCode(document)).size]).toEqual([[], expect.any(Number)]);
  }
});

it('is drawn as squares without the cross', async () => {
  const { size, path } = await drawPaymentCode(anInvoiceDocument());
  const squares = path.split('z').length - 1;
  expect(size % 4).toBe(1);
  // About half of the modules of a code are dark.
  expect(squares / size ** 2).toBeGreaterThan(0.4);
  expect(squares / size ** 2).toBeLessThan(0.6);
  // The upper edge of the first of the three marks in the corners, and the light edge beside it.
  for (const x of [0, 1, 2, 3, 4, 5, 6, size - 7, size - 1]) expect(path).toContain(`M${x} 0h1`);
  expect(path).not.toContain('M7 0h1');
});

it('has the squares of the library’s own picture', async () => {
  const document = anInvoiceDocument();
  const svg = new SwissQRCode(paymentPartOf(document)).toString();
  const drawn = [...svg.matchAll(/<rect x="([\d.]+)mm" y="([\d.]+)mm" width="([\d.]+)mm"/g)];
  const side = Number(drawn[0]![3]);
  // The last four draw the cross.
  const squares = drawn
    .slice(0, -4)
    .map(([, x, y]) => `M${Math.round(Number(x) / side)} ${Math.round(Number(y) / side)}`);
  expect((await drawPaymentCode(document)).path).toBe(squares.map((place) => `${place}h1v1h-1z`).join(''));
});
