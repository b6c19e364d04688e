import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';

/** Whether LibreOffice is installed here (Debian: libreoffice-calc-nogui). */
export const hasOffice = spawnSync('soffice', ['--version']).status === 0;

/** Its first start with settings of its own takes longest. */
const settings = path.join(tmpdir(), `office-${process.pid}`);

/** What LibreOffice has made of a table, as its own format (OpenDocument). */
export function openInOffice(csv: string | Buffer, separator = ','): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'office-'));
  try {
    const file = path.join(folder, 'table.csv');
    writeFileSync(file, csv);
    // Text is quoted by ", in UTF-8, from the first line on, and formulas are run.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`;
    const options = ['--headless', `-env:UserInstallation=file://${settings}`, `--infilter=${filter}`];
    execFileSync('soffice', [...options, '--convert-to', 'fods', '--outdir', folder, file], {
      stdio: 'pipe',
      timeout: 300_000,
    });
    return readFileSync(path.join(folder, 'table.fods'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cell {
  '@table:number-columns-repeated'?: string;
  '@office:value-type'?: 'float' | 'date' | 'string';
  '@office:value'?: string;
  '@office:date-value'?: string;
  'text:p'?: (string | { '#text'?: string })[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => ['table:table', 'table:table-row', 'table:table-cell', 'text:p'].includes(name),
});

/** The cells of its first table by the names in its first row: numbers and days as it understands them, everything else as it shows it. */
export function readOfficeRows(document: string): Record<string, string>[] {
  const [table] = parser.parse(document)['office:document']['office:body']['office:spreadsheet']['table:table'];
  const rows = (table['table:table-row'] as { 'table:table-cell'?: Cell[] }[]).map((row) =>
    (row['table:table-cell'] ?? []).flatMap((cell) => {
      const times = Number(cell['@table:number-columns-repeated'] ?? 1);
      return times > 100 ? [] : Array.from({ length: times }, () => readCell(cell));
    }),
  );
  const [head = [], ...body] = rows.filter((cells) => cells.some(Boolean));
  return body.map((cells) => Object.fromEntries(head.map((column, place) => [column, cells[place] ?? ''])));
}

function readCell(cell: Cell): string {
  if (cell['@office:value-type'] === 'float') return cell['@office:value']!;
  if (cell['@office:value-type'] === 'date') return cell['@office:date-value']!;
  return (cell['text:p'] ?? []).map((text) => (typeof text === 'string' ? text : (text['#text'] ?? ''))).join('\n');
}
