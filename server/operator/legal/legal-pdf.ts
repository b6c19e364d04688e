import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import PDFDocument from 'pdfkit';
import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import type { PublishedDocument } from '../../../shared/business/documents.ts';
import { utcStartOf } from '../../../shared/days.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { bold, displayFontOf, drawDecoration, drawMark, fontFiles, gray, regular } from '../../paper/paper.ts';
import { fillText, readTexts } from '../../texts.ts';
import { DraftFaults } from './drafts.ts';
import { drawTable } from './legal-pdf-tables.ts';
import { bottom, drawRuns, endOf, type LegalPdf, left, type Run, runsOf, width } from './legal-pdf-words.ts';

const words = await readTexts(
  'legal-paper',
  z.strictObject({
    version: z.string(),
    page: z.string(),
    /** Of texts that do not begin with one. */
    titles: z.record(z.string(), z.string()),
  }),
);

/** A text to be drawn. */
export interface LegalText {
  document: PublishedDocument;
  version: string;
  locale: Locale;
  /** Markdown. */
  text: string;
}

const top = 62;
const sizes = { 1: 23, 2: 13, text: 10 } as const;

/**
 * A published text as a tagged document of A4 pages with its words as they stand, the same bytes each time on one machine. Throws where the
 * text has anything that cannot be drawn.
 */
export function drawLegalPdf({ document, version, locale, text }: LegalText): Buffer {
  const tokens = marked.lexer(text) as MarkedToken[];
  const heading = tokens.find((token) => token.type === 'heading' && token.depth === 1) as Tokens.Heading | undefined;
  const title = heading?.text ?? words[locale].titles[document];
  if (!title) throw new DraftFaults([`${document} has no title in ${locale}.`]);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top, bottom, left, right: left },
    pdfVersion: '1.7',
    // Known to the library, not yet to its types.
    subset: 'PDF/UA' as never,
    lang: formattingLocales[locale],
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: operator.companyName, Subject: version, CreationDate: utcStartOf(version) },
  });
  for (const [name, file] of Object.entries(fontFiles)) pdf.registerFont(name, file);
  const whole = pdf.struct('Document');
  pdf.addStructure(whole);
  drawMark(pdf, left, top - 4);
  pdf.y = top + 34;
  if (!heading) drawHeading(pdf, whole, 1, [{ text: title, font: displayFontOf(title) }]);
  drawBlocks(pdf, whole, tokens, left);
  whole.end();
  drawFeet(pdf, (page, pages) =>
    [
      title,
      fillText(words[locale].version, { version, language: locale.toUpperCase() }),
      fillText(words[locale].page, { page, pages }),
    ].join(' · '),
  );
  pdf.end();
  // Everything is written by now; nothing waits for a reader.
  return pdf.read() as Buffer;
}

function drawBlocks(pdf: LegalPdf, parent: PDFKit.PDFStructureElement, tokens: readonly Token[], x: number): void {
  for (const token of tokens as MarkedToken[])
    if (token.type === 'heading') drawHeading(pdf, parent, token.depth, runsOf(token.tokens));
    else if (token.type === 'paragraph') drawParagraph(pdf, parent, 'P', runsOf(token.tokens), x);
    else if (token.type === 'list') drawList(pdf, parent, token, x);
    else if (token.type === 'table') drawTable(pdf, parent, token);
    else if (token.type === 'blockquote') {
      const quote = pdf.struct('BlockQuote');
      parent.add(quote);
      drawBlocks(pdf, quote, token.tokens, x + 18);
      quote.end();
    } else if (token.type !== 'space') throw new DraftFaults([`A legal text cannot have this on paper: ${token.raw}`]);
}

function drawHeading(pdf: LegalPdf, parent: PDFKit.PDFStructureElement, depth: number, runs: readonly Run[]): void {
  const isTitle = depth === 1;
  const text = runs.map((run) => run.text).join('');
  const font = isTitle ? displayFontOf(text) : bold;
  pdf.font(font).fontSize(isTitle ? sizes[1] : sizes[2]);
  if (!isTitle) pdf.y += 8;
  // Never the last line of a page.
  if (pdf.y + pdf.heightOfString(text, { width }) + 40 > endOf(pdf)) pdf.addPage();
  if (!isTitle) pdf.outline.addItem(text);
  parent.add(pdf.struct(`H${depth}`, {}, () => pdf.fillColor('black').text(text, left, pdf.y, { width })));
  pdf.y += isTitle ? 10 : 4;
}

function drawParagraph(
  pdf: LegalPdf,
  parent: PDFKit.PDFStructureElement,
  type: 'P' | 'LBody',
  runs: readonly Run[],
  x: number,
): void {
  // A lone first line would stand at the end of the page.
  if (pdf.y + 26 > endOf(pdf)) pdf.addPage();
  drawRuns(pdf, parent, type, runs, { x, width: left + width - x, size: sizes.text });
  pdf.y += type === 'P' ? 7 : 3;
}

function drawList(
  pdf: LegalPdf,
  parent: PDFKit.PDFStructureElement,
  { items, ordered, start }: Tokens.List,
  x: number,
) {
  const list = pdf.struct('L');
  parent.add(list);
  for (const [index, { tokens }] of items.entries()) {
    const item = pdf.struct('LI');
    list.add(item);
    for (const [place, token] of tokens.entries()) {
      if (token.type === 'list') drawList(pdf, item, token as Tokens.List, x + 16);
      else if (token.type !== 'text' && token.type !== 'paragraph')
        throw new DraftFaults([`A list cannot have this on paper: ${token.raw}`]);
      else {
        if (pdf.y + 26 > endOf(pdf)) pdf.addPage();
        const { y } = pdf;
        const mark = ordered ? `${Number(start) + index}.` : '•';
        if (!place)
          item.add(
            pdf.struct('Lbl', {}, () =>
              pdf
                .font(regular)
                .fontSize(sizes.text)
                .text(mark, x + 4, y, { lineBreak: false }),
            ),
          );
        pdf.y = y;
        drawParagraph(pdf, item, 'LBody', runsOf((token as Tokens.Text).tokens ?? [token]), x + 16);
      }
    }
    item.end();
  }
  list.end();
  pdf.y += 4;
}

/** At the foot of each page, once their number is known. */
function drawFeet(pdf: LegalPdf, write: (page: number, pages: number) => string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0;
    const text = write(page + 1, count);
    drawDecoration(
      pdf,
      () =>
        pdf
          .font(regular)
          .fontSize(8)
          .fillColor(gray)
          .text(text, left, pdf.page.height - 46, { width, lineBreak: false }),
      'Pagination',
    );
  }
}
