import { describe, expect, it } from 'vitest';
import { hasOffice, openInOffice } from '../../../tests/factories/libre-office.ts';
import { toCsv } from './csv.ts';

/** What a customer can have written, and what stands in the table. */
const cells: [string, string][] = [
  ['A;=2+5;B', "A;'=2+5;B"],
  ['=2+5', "'=2+5"],
  ['+2+5', "'+2+5"],
  ['-2+5', "'-2+5"],
  ['@SUM(1;2)', "'@SUM(1;2)"],
  ['\t=2+5', "'\t'=2+5"],
  ['A, =2+5', '"A, \'=2+5"'],
  ['A;"=2+5";B', '"A;""\'=2+5"";B"'],
  ["A;'=2+5", "A;'=2+5"],
  ['A|=2+5', "A|'=2+5"],
  ['A:=2+5', "A:'=2+5"],
  ['A\r\n=2+5', '"A\r\n\'=2+5"'],
  ['\uff1d2+5', "'\uff1d2+5"],
  ['Zoë 2-5 = a+b, c@d', '"Zoë 2-5 = a+b, c@d"'],
];
const rows = cells.map(([text], index) => [text, index, -index, null]);

it.each(cells)('%j is written as %j', (text, written) => {
  expect(toCsv([[text, -5, null]])).toBe(`\uFEFF${written},-5,\r\n`);
});

/** The formulas, and the texts, that LibreOffice finds in a file whose cells are separated so. */
function open(csv: string, separator: string): { formulas: string[]; text: string } {
  const text = openInOffice(csv, separator);
  return { formulas: [...text.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula!), text };
}

describe.skipIf(!hasOffice)('in LibreOffice, where that is installed,', () => {
  it.each([',', ';', '\t'])(
    'no cell is a formula where %j separates them, and letters are right',
    (separator) => {
      const { formulas, text } = open(toCsv(rows), separator);
      expect(formulas).toEqual([]);
      expect(text).toContain('Zoë');
    },
    180_000,
  );

  it('one would be, were it written as it came', () => {
    expect(open('\uFEFFA;=2+5;B,1\r\n', ';').formulas).toEqual(['of:=2+5']);
  }, 180_000);
});
