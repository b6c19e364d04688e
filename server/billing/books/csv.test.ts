import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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

const hasOffice = spawnSync('soffice', ['--version']).status === 0;
const folder = mkdtempSync(path.join(os.tmpdir(), 'csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The formulas, and the texts, that LibreOffice finds in a file whose cells are separated so. */
function open(csv: string, separator: string): { formulas: string[]; text: string } {
  const file = path.join(folder, 'table.csv');
  writeFileSync(file, csv);
  // Text is quoted by ", in UTF-8, from the first line on, and formulas are run.
  const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`;
  const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`, `--infilter=${filter}`];
  execFileSync('soffice', [...options, '--convert-to', 'fods', '--outdir', folder, file], {
    stdio: 'pipe',
    timeout: 120_000,
  });
  const text = readFileSync(path.join(folder, 'table.fods'), 'utf8');
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
