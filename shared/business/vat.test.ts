import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTax, type Taxpayer, type TaxRegistration, vatRappen } from './vat.ts';

const day = '2027-03-01';
const swiss: TaxRegistration = { kind: 'swiss', from: '2027-01-01', until: null };
const oneStopShop: TaxRegistration = { kind: 'one-stop-shop', from: '2027-01-01', until: null };
const business = (country: Taxpayer['country'], isVatNumberValid: boolean): Taxpayer => ({
  kind: 'business',
  country,
  isVatNumberValid,
});
const consumer = (country: Taxpayer['country']): Taxpayer => ({ kind: 'private', country, isVatNumberValid: false });

/** Customer; tax today, registered in Switzerland, in the one-stop shop, in both. */
type Row = [Taxpayer, string, string, string, string];
const rows: Row[] = [
  [consumer('CH'), 'not-registered 0', 'swiss-vat 81', 'not-registered 0', 'swiss-vat 81'],
  [business('CH', false), 'not-registered 0', 'swiss-vat 81', 'not-registered 0', 'swiss-vat 81'],
  [business('IT', true), 'reverse-charge 0', 'reverse-charge 0', 'reverse-charge 0', 'reverse-charge 0'],
  [business('SE', false), 'none', 'none', 'none', 'none'],
  [consumer('IT'), 'consumer-abroad 0', 'consumer-abroad 0', 'one-stop-shop 220', 'one-stop-shop 220'],
  [consumer('IE'), 'consumer-abroad 0', 'consumer-abroad 0', 'one-stop-shop 230', 'one-stop-shop 230'],
  [consumer('SE'), 'consumer-abroad 0', 'consumer-abroad 0', 'one-stop-shop 250', 'one-stop-shop 250'],
];

const written = (tax: ReturnType<typeof findTax>) => (tax ? `${tax.rule} ${tax.permille}` : 'none');

describe('the tax', () => {
  it.each(rows)('on a service for %j', (taxpayer, ...expected) => {
    const taxes = [[], [swiss], [oneStopShop], [swiss, oneStopShop]].map((registrations) =>
      written(findTax(taxpayer, day, registrations)),
    );
    expect(taxes).toEqual(expected);
  });

  it('is that of the day of supply: from the first day of a registration up to its end', () => {
    const registered: TaxRegistration[] = [
      { kind: 'swiss', from: '2027-01-01', until: '2028-01-01' },
      { kind: 'swiss', from: '2029-01-01', until: null },
    ];
    const rules = ['2026-12-31', '2027-01-01', '2027-12-31', '2028-01-01', '2029-01-01'].map(
      (supplied) => findTax(consumer('CH'), supplied, registered)?.permille,
    );
    expect(rules).toEqual([0, 81, 81, 0, 81]);
  });

  it('is a new rate from its first day on', () => {
    const long: TaxRegistration[] = [
      { ...swiss, from: '2010-01-01' },
      { ...oneStopShop, from: '2010-01-01' },
    ];
    expect(findTax(consumer('CH'), '2024-01-01', long)?.permille).toBe(81);
    expect(findTax(consumer('IT'), '2013-10-01', long)?.permille).toBe(220);
    expect(findTax(consumer('IE'), '2021-03-01', long)?.permille).toBe(230);
  });

  it('is not guessed before the first rate that is known', () => {
    expect(() => findTax(consumer('CH'), '2023-12-31', [{ ...swiss, from: '2020-01-01' }])).toThrow('2023-12-31');
  });
});

describe('its amount', () => {
  it.each([
    [4900, 81, 397],
    [17_600, 81, 1426],
    [19_500, 81, 1580],
    [70_200, 81, 5686],
    [900, 81, 73],
    [-4900, 81, -397],
    [2, 250, 1],
    [-2, 250, -1],
    [4900, 0, 0],
    [-4900, 0, 0],
  ])('of %d Rappen at %d thousandths is %d', (net, permille, vat) => {
    expect(vatRappen(net, permille)).toBe(vat);
  });

  it('is the nearest whole Rappen, and taken back as it was charged', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), fc.constantFrom(0, 81, 220, 230, 250), (net, permille) => {
        const vat = vatRappen(net, permille);
        expect(Number.isInteger(vat)).toBe(true);
        expect(Math.abs(vat * 1000 - net * permille)).toBeLessThanOrEqual(500);
        expect(vatRappen(-net, permille) + vat).toBe(0);
      }),
    );
  });
});
