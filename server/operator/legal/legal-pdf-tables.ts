import type { Tokens } from 'marked';
import { bold, drawDecoration, regular } from '../../paper/paper.ts';
import { DraftFaults } from './drafts.ts';
import { drawRuns, endOf, type LegalPdf, left, type Run, runsOf, width } from './legal-pdf-words.ts';

/** The largest with which all words fit is taken. */
const sizes = [8.5, 8, 7.5, 7] as const;
const gap = 8;
/** Known to the library, not yet to its types. */
const headed: Readonly<Record<'TH' | 'TD', object>> = { TH: { scope: 'Column' }, TD: {} };

/** A table over the whole width; a row stays on one page, and the heading is repeated on each. */
export function drawTable(pdf: LegalPdf, parent: PDFKit.PDFStructureElement, { header, rows }: Tokens.Table): void {
  const head = header.map(({ tokens }) => runsOf(tokens, bold));
  const body = rows.map((row) => row.map(({ tokens }) => runsOf(tokens)));
  const { size, widths } = shareWidth(pdf, [head, ...body]);
  const table = pdf.struct('Table');
  parent.add(table);
  pdf.y += 4;
  const heightOfCell = (cell: readonly Run[], column: number) =>
    pdf
      // As if all of it were bold, which is never lower.
      .font(cell.some(({ font }) => font === bold) ? bold : regular)
      .fontSize(size)
      .heightOfString(textOf(cell) || ' ', { width: widths[column]! - gap, lineGap: 2 }) + 8;
  const heightOf = (row: readonly Run[][]) => Math.max(...row.map(heightOfCell));
  const headHeight = heightOf(head);
  drawRow('TH', head);
  for (const row of body) {
    if (pdf.y + heightOf(row) > endOf(pdf)) {
      pdf.addPage();
      repeatHead();
    }
    drawRow('TD', row);
  }
  table.end();
  pdf.y += 10;

  function drawRow(type: 'TH' | 'TD', row: readonly Run[][]): void {
    const height = heightOf(row);
    // With the first row of its body, so that no heading stands alone.
    if (type === 'TH' && pdf.y + height + (body[0] ? heightOf(body[0]) : 0) > endOf(pdf)) pdf.addPage();
    const { y } = pdf;
    if (y + height > endOf(pdf)) throw new DraftFaults(['A row of a table does not fit on a page.']);
    const line = pdf.struct('TR');
    table.add(line);
    let x = left;
    for (const [column, cell] of row.entries()) {
      const element = pdf.struct(type, headed[type]);
      line.add(element);
      pdf.y = y + 4;
      drawRuns(pdf, element, 'P', cell, { x, width: widths[column]! - gap, size });
      element.end();
      x += widths[column]!;
    }
    line.end();
    pdf.y = y + height;
    drawRule(type === 'TH' ? 1 : 0.4);
  }

  /** For the eye; whoever listens has heard it. */
  function repeatHead(): void {
    const { y } = pdf;
    drawDecoration(pdf, () => {
      let x = left;
      for (const [column, cell] of head.entries()) {
        pdf
          .font(bold)
          .fontSize(size)
          .text(textOf(cell), x, y + 4, { width: widths[column]! - gap, lineGap: 2 });
        x += widths[column]!;
      }
    });
    pdf.y = y + headHeight;
    drawRule(1);
  }

  function drawRule(weight: number): void {
    const { y } = pdf;
    drawDecoration(pdf, () =>
      pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(weight)
        .strokeColor('black')
        .stroke(),
    );
  }
}

const textOf = (cell: readonly Run[]) => cell.map(({ text }) => text).join('');

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Each column has room for its longest word; what is left goes by how much there is to say. */
function shareWidth(pdf: LegalPdf, rows: readonly (readonly Run[][])[]): { size: number; widths: number[] } {
  const columns = rows[0]!.map((_, column) => rows.map((row) => textOf(row[column] ?? [])));
  for (const size of sizes) {
    pdf.font(bold).fontSize(size);
    const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => pdf.widthOfString(text))) + gap + 1;
    const least = columns.map((texts) => widest(texts.flatMap((text) => text.split(/[ \n]|(?<=-)/))));
    const free = width - sum(least);
    if (free < 0) continue;
    const wanted = columns.map((texts, column) => Math.min(widest(texts), width) - least[column]!);
    const share = free / (sum(wanted) || 1);
    return { size, widths: least.map((value, column) => value + wanted[column]! * share) };
  }
  throw new DraftFaults(['A table is too wide for a page.']);
}
