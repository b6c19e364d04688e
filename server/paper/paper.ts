import path from 'node:path';
import type PDFDocument from 'pdfkit';
import { mark, markLimbs } from '../../shared/mark.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** The typefaces allowed in the payment part of an invoice; its library looks the bold one up by this name. */
export const regular = 'Liberation Sans';
export const bold = 'Liberation Sans-Bold';
/** Of names and titles; cut by workshop/design/cut-paper-font.ts. */
export const display = 'Fraunces';

/** By the names under which a document registers them. */
export const fontFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ [regular]: 'liberation-sans-regular', [bold]: 'liberation-sans-bold', [display]: 'fraunces' }).map(
    ([name, file]) => [name, path.join(import.meta.dirname, 'fonts', `${file}.ttf`)],
  ),
);

/** `display` where it has all letters of `text`. */
export const displayFontOf = (text: string): string => (/[^\u0020-\u00ff’–]/.test(text) ? bold : display);

export const gray = '#5c554a';
/** The amber of the site as it can be printed; it carries no words. */
const amber = '#c97a12';

/** What is there to be seen only, for no reader of the tags. */
export function drawDecoration(pdf: Pdf, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}

/** The mark of the house, as decoration. */
export function drawMark(pdf: Pdf, left: number, top: number): void {
  drawDecoration(pdf, () => {
    pdf.save().translate(left, top).scale(0.8);
    pdf.fillColor(amber);
    for (const [x, y, radius] of mark.dots) pdf.circle(x, y, radius);
    pdf.fill();
    pdf.strokeColor(amber).lineCap('round').lineWidth(1.5).path(markLimbs()).stroke();
    pdf.strokeColor('black').lineWidth(2.4).path(mark.line).stroke();
    pdf.restore();
  });
}
