import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/pdf';
import type { Language } from 'swissqrbill/types';
import { mm2pt } from 'swissqrbill/utils';
import { utcStartOf } from '../../../shared/days.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { bold, display, displayFontOf, drawDecoration, drawMark, fontFiles, gray, regular } from '../../paper/paper.ts';
import { cutForReceipt, fitFontSize, toPrintable } from './fit-address.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { type InvoiceWords, isTransferred, wordInvoice } from './invoice-words.ts';
import { paymentPartOf } from './qr-payload.ts';

/** The payment part exists in the languages of the country; in Swedish it is the English one. */
const paymentPartLanguages: Record<Locale, Language> = { en: 'EN', de: 'DE', fr: 'FR', it: 'IT', sv: 'EN' };

const left = mm2pt(20);
const width = mm2pt(170);
const paymentPartHeight = mm2pt(105);
/** Down to the title. */
const addressRoom = { width: mm2pt(72), height: mm2pt(28) };
const green = { line: '#4c7a3a', text: '#355a29' } as const;

/**
 * The invoice or credit note as one tagged page of A4, the same bytes each time. Throws where its payment part would be
 * refused by a bank, or where it does not fit.
 */
export async function renderInvoice(document: InvoiceDocument): Promise<Buffer> {
  const words = await wordInvoice(document);
  const fonts = await Promise.all(
    Object.entries(fontFiles).map(async ([name, file]) => [name, await readFile(file)] as const),
  );
  const language = formattingLocales[document.locale];
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    info: { Title: words.title, Author: document.seller.name, CreationDate: utcStartOf(document.issued_on) },
  });
  for (const [name, font] of fonts) pdf.registerFont(name, font);
  const bytes = buffer(pdf);
  const page = pdf.struct('Document');
  pdf.addStructure(page);
  const part = (type: string, write: () => void, options: PDFKit.Mixins.StructureElementOptions = {}) =>
    page.add(pdf.struct(type, options, write));

  writeAddresses(pdf, part, document, words);
  part('H1', () => pdf.font(display).fontSize(21).fillColor('black').text(words.title, left, mm2pt(68), { width }));
  pdf.y += 8;
  for (const [label, value] of words.facts) {
    const y = pdf.y;
    part('P', () => {
      pdf
        .font(regular)
        .fontSize(9.5)
        .fillColor(gray)
        .text(label, left, y, { width: mm2pt(48) });
      pdf.fillColor('black').text(value, left + mm2pt(50), y, { width: width - mm2pt(50) });
    });
    pdf.y += 1.5;
  }
  if (words.paid) writePaid(pdf, part, words.paid);
  pdf.y += 12;
  writeTable(pdf, page, words);
  pdf.y += 12;
  for (const note of words.notes) {
    part('P', () => pdf.font(regular).fontSize(9).text(note, left, pdf.y, { width, lineGap: 1 }));
    pdf.y += 4;
  }
  const end = pdf.page.height - (isTransferred(document) ? paymentPartHeight : mm2pt(20));
  if (pdf.y > end) throw new RangeError(`${document.number} does not fit on a page.`);
  if (isTransferred(document)) {
    const bill = new SwissQRBill(paymentPartOf(document), {
      language: paymentPartLanguages[document.locale],
      fontName: regular,
    });
    // The library never cuts an address; a long one would be printed over the amount.
    Object.assign(bill, { formatAddress: (party: Debtor) => formatAddress(pdf, party) });
    part('Figure', () => bill.attachTo(pdf), { alt: words.paymentPart });
  }
  // Nothing may be printed below the payment part.
  else part('P', () => writeFoot(pdf, document));
  page.end();
  pdf.end();
  return bytes;
}

type Debtor = NonNullable<ReturnType<typeof paymentPartOf>['debtor']>;

function formatAddress(pdf: PDFKit.PDFDocument, { name, address, buildingNumber, country, zip, city }: Debtor): string {
  const { y } = pdf;
  const { _fontSize: size } = pdf as unknown as { _fontSize: number };
  const town = `${country === 'CH' ? '' : `${country} - `}${zip} ${city}`;
  const lines = [name, [address, buildingNumber].filter(Boolean).join(' '), town];
  const text = cutForReceipt(pdf, regular, lines);
  pdf.font(regular).fontSize(size);
  pdf.y = y;
  return text;
}

type WritePart = (type: string, write: () => void) => void;

/** Says at the top, where people look first, that nothing is left to pay. */
function writePaid(pdf: PDFKit.PDFDocument, part: WritePart, text: string): void {
  const y = pdf.y + 6;
  drawDecoration(pdf, () => pdf.roundedRect(left, y, width, 26, 5).lineWidth(1).strokeColor(green.line).stroke());
  part('P', () =>
    pdf
      .font(bold)
      .fontSize(10.5)
      .fillColor(green.text)
      .text(text, left + 10, y + 8, { width: width - 20 }),
  );
  pdf.fillColor('black');
  pdf.y = y + 28;
}

/** Says whom the page is from, should it get separated from the rest. */
function writeFoot(pdf: PDFKit.PDFDocument, { seller, number }: InvoiceDocument): void {
  const text = [seller.name, `${seller.postalCode} ${seller.town}`, seller.email, number].join(' · ');
  pdf
    .font(regular)
    .fontSize(8)
    .fillColor(gray)
    .text(text, left, pdf.page.height - mm2pt(16), { width });
}

/** The customer where the window of a Swiss envelope is, the company above it. */
function writeAddresses(
  pdf: PDFKit.PDFDocument,
  part: WritePart,
  { seller, customer }: InvoiceDocument,
  { countryOf }: InvoiceWords,
): void {
  const street = (party: { street: string; houseNumber: string | null }) =>
    [party.street, party.houseNumber].filter(Boolean).join(' ');
  drawMark(pdf, left, mm2pt(15.4));
  part('P', () =>
    pdf
      .font(displayFontOf(seller.name))
      .fontSize(15)
      .fillColor('black')
      .text(seller.name, left + 34, mm2pt(16.6), { width: mm2pt(73) }),
  );
  pdf.y += 3;
  part('P', () =>
    pdf
      .font(regular)
      .fontSize(9)
      .fillColor(gray)
      .text(
        [street(seller), `${seller.postalCode} ${seller.town}`, countryOf(seller.country), seller.email].join('\n'),
        left,
        pdf.y + 2,
        { width: mm2pt(85), lineGap: 1 },
      ),
  );
  const text = [
    customer.name,
    ...(customer.contact === null ? [] : [customer.contact]),
    street(customer),
    `${customer.postalCode} ${customer.town}`,
    ...(customer.country === seller.country ? [] : [countryOf(customer.country)]),
  ]
    .map(toPrintable)
    .join('\n');
  part('P', () => {
    fitFontSize(pdf, text, { most: 10.5, ...addressRoom });
    pdf.fillColor('black').text(text, left + mm2pt(98), mm2pt(38), { width: addressRoom.width, lineGap: 1 });
  });
}

function writeTable(
  pdf: PDFKit.PDFDocument,
  page: PDFKit.PDFStructureElement,
  { columns, rows, sums }: InvoiceWords,
): void {
  const amountWidth = mm2pt(34);
  const table = pdf.struct('Table');
  page.add(table);
  /** A row of two cells; returns with `pdf.y` below the higher one. */
  const row = (type: 'TH' | 'TD', font: string, [text, detail]: [string, string?], amount: string) => {
    const y = pdf.y + 4;
    let below = y;
    const cells = [
      pdf.struct(type, {}, () => {
        pdf
          .font(font)
          .fontSize(10)
          .text(text, left, y, { width: width - amountWidth - 8 });
        if (detail)
          pdf
            .fontSize(9)
            .fillColor(gray)
            .text(detail, { width: width - amountWidth - 8 })
            .fillColor('black');
        below = pdf.y;
      }),
      pdf.struct(type, {}, () => {
        pdf
          .font(font)
          .fontSize(10)
          .text(amount, left + width - amountWidth, y, { width: amountWidth, align: 'right' });
      }),
    ];
    table.add(pdf.struct('TR', {}, cells));
    pdf.y = Math.max(below, pdf.y) + 4;
  };
  const rule = (weight: number) =>
    drawDecoration(pdf, () =>
      pdf
        .moveTo(left, pdf.y)
        .lineTo(left + width, pdf.y)
        .lineWidth(weight)
        .strokeColor('black')
        .stroke(),
    );
  row('TH', bold, [columns.service], columns.amount);
  rule(1);
  for (const { service, period, amount } of rows) row('TD', regular, [service, period], amount);
  rule(0.5);
  for (const [index, [label, value]] of sums.entries())
    row('TD', index === sums.length - 1 ? bold : regular, [label], value);
  rule(1);
  table.end();
}
