import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decode } from './bank-bytes.ts';
import { readBankStatements } from './bank-statement.ts';

const folder = path.join(import.meta.dirname, 'statements');
const [first, second] = ['RF462026000123', 'RF192026000124'] as const;
const one = [`4900 ${first}`];
const both = [`4900 ${first}`, `4900 ${second}`];

/** What each file brings, as `<Rappen> <references>`, with `?` where a person has to look at it; negative is what went out. */
const shapes: Record<string, string[]> = {
  'be-quarter-053-08': one,
  'ch-cantonal-053-08': one,
  'ch-debit-advice-054-08': [],
  'ch-details-054-04': both,
  'ch-details-054-08': both,
  'ch-large-053-06': [...one, '-9800'],
  'ch-pending-053-08': one,
  'ch-postal-053-04': both,
  'ch-postal-charges-053-04': [...both, '-80'],
  'ch-regional-053-02': both,
  'ch-reversal-053-08': [`-4900 ${first}`],
  'ch-sum-for-054-053-08': ['9800 sum'],
  'de-cooperative-053-08': one,
  'de-return-053-08': [`-4900 ${first} ?`],
  'de-savings-053-02': one,
  'envelope-prefix-053-08': one,
  'foreign-currency-053-10': [`4800 ${first}`],
  'ie-053-02': one,
  'it-cooperative-053-02': one,
  'multi-account-053-08': one,
  'newest-053-13': one,
  'nl-reused-ids-053-02': one,
  'overdraft-053-08': one,
  'pages-053-08': both,
  'se-large-053-02-latin-1': one,
};

const read = (name: string) =>
  readBankStatements(decode(readFileSync(path.join(folder, `${name}.xml`))), 'CH9300762011623852957');

it('each file has a row', () => {
  expect(readdirSync(folder).map((file) => file.replace('.xml', ''))).toEqual(Object.keys(shapes));
});

it.each(Object.entries(shapes))('%s is read as it is meant', (name, expected) => {
  const { told } = read(name);
  const found = told.flatMap((report) => {
    const entries = report.kind === 'statement' ? report.entries : report.sums.flatMap(({ entries }) => entries);
    const debits = report.kind === 'statement' ? report.debits : report.sums.flatMap(({ debits }) => debits);
    const came = entries.map(({ amountRappen, found, doubt, isSum }) =>
      [amountRappen, ...(isSum ? ['sum'] : found), ...(doubt ? ['?'] : [])].join(' '),
    );
    return [...came, ...debits.map(({ amountRappen }) => `-${amountRappen}`)];
  });
  expect(found).toEqual(expected);
  for (const report of told)
    if (report.kind === 'statement') {
      const came = report.entries.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
      const went = report.debits.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
      expect(report.openingRappen + came - went).toBe(report.closingRappen);
    }
});

it('what is told of another account, of a midnight, and of Latin letters is right', () => {
  expect(read('multi-account-053-08').left).toEqual([expect.stringContaining('CH5604835012345678009')]);
  expect(read('de-cooperative-053-08').told[0]!.until).toBe('2026-12-01');
  expect(read('be-quarter-053-08').told[0]!.until).toBe('2026-12-31');
  expect(read('se-large-053-02-latin-1').told[0]).toMatchObject({ entries: [{ debtorName: 'Språk Åström AB' }] });
});

it('a file that is cut anywhere is refused', () => {
  for (const name of Object.keys(shapes)) {
    const text = decode(readFileSync(path.join(folder, `${name}.xml`)));
    for (const share of [0.2, 0.5, 0.8, 0.97])
      expect(() => readBankStatements(text.slice(0, text.length * share), 'CH9300762011623852957'), name).toThrow(
        'not whole',
      );
  }
});
