import type PDFDocument from 'pdfkit';
import { mm2pt } from 'swissqrbill/utils';
import { toPaymentText } from '../customers/customers.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** Scripts that Liberation Sans has, and that are written from left to right. */
const printable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/** A name as its owner writes it where the letters of the document can, else in Latin ones. */
export const toPrintable = (text: string): string =>
  [...text.normalize('NFC')].map((letter) => (printable.test(letter) ? letter : toPaymentText(letter, 20))).join('');

/** Sets the largest size, from `most` down, in which the lines fit into so much room. Throws where none does. */
export function fitFontSize(
  pdf: Pdf,
  text: string,
  { most, ...room }: { most: number; width: number; height: number },
): void {
  for (let size = most; size >= 5; size -= 0.5)
    if (pdf.fontSize(size).heightOfString(text, { width: room.width, lineGap: 1 }) <= room.height) return;
  throw new RangeError('An address does not fit on a page.');
}

/** The receipt holds seven lines of an address above the amount. */
const receipt = { fontSize: 8, lineGap: -0.5, width: mm2pt(52), mostLines: 7 };

/** Cuts lines too long for the receipt to as many rows as leave room for all of them. The code still holds them in full. */
export function cutForReceipt(pdf: Pdf, font: string, lines: readonly string[]): string {
  pdf.font(font).fontSize(receipt.fontSize);
  const rowHeight = pdf.heightOfString('A', receipt);
  // The library counts the end of a line as a letter.
  const rowsOf = (line: string) => Math.round(pdf.heightOfString(`${line}\nA`, receipt) / rowHeight) - 1;
  const cut = (line: string, rows: number): string => {
    if (rowsOf(line) <= rows) return line;
    const letters = [...line];
    while (rowsOf(`${letters.join('')}…`) > rows) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  };
  for (const rows of [4, 3, 2]) {
    const shown = lines.map((line) => cut(line, rows));
    if (shown.reduce((sum, line) => sum + rowsOf(line), 0) <= receipt.mostLines || rows === 2) return shown.join('\n');
  }
  return lines.join('\n');
}
