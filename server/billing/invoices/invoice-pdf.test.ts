import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import jsQr from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Locale, locales } from '../../../shared/locales.ts';
import { anInvoiceDocument } from '../../../tests/factories/invoice-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoice } from './invoice-pdf.ts';

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmFile)).buffer } });

interface Page {
  count: number;
  /** Everything written on it, in the order of reading. */
  text: string;
  /** The place of the code. */
  picture: ImageData;
}

const dotsPerMm = 300 / 25.4;

/** Where the code is on a page. */
const [left, top, width, height] = [62, 192, 56, 75].map((mm) => Math.round(mm * dotsPerMm)) as [
  number,
  number,
  number,
  number,
];

/** The first page, as a phone that is held over the code sees it: nothing beside the code is painted. */
async function readPage(bytes: Buffer): Promise<Page> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: (dotsPerMm * 25.4) / 72, offsetX: -left, offsetY: -top });
  const canvas = createCanvas(width, height);
  await page.render({ canvas: canvas as never, viewport }).promise;
  const { items } = await page.getTextContent();
  const picture = canvas.getContext('2d').getImageData(0, 0, width, height) as unknown as ImageData;
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  return { count: pdf.numPages, text: text.replace(/\s+/g, ' '), picture };
}

const mm = (millimeters: number) => (millimeters * 72) / 25.4;

/** What is written where, from the lower left corner. */
async function readPlaces(bytes: Buffer): Promise<{ text: string; x: number; y: number }[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    'str' in item ? [{ text: item.str, x: item.transform[4], y: item.transform[5] }] : [],
  );
}

async function readCodes({ picture }: Page): Promise<(string | undefined)[]> {
  const found = await readBarcodes(picture, { formats: ['QRCode'] });
  // As it is printed: white on black is what the other reader tries, too.
  const options = { inversionAttempts: 'dontInvert' } as const;
  return [jsQr.default(picture.data, picture.width, picture.height, options)?.data, ...found.map(({ text }) => text)];
}

const payloadOf = (...customer: string[]) =>
  [
    ...['SPC', '0200', '1', 'CH9300762011623852957', 'S', 'Writing Ant Muster', 'Musterstrasse', '1', '6300', 'Zug'],
    ...['CH', '', '', '', '', '', '', '', '176.00', 'CHF', 'S'],
    ...customer,
    ...['SCOR', 'RF462026000123', '2026-000123', 'EPD'],
  ].join('\n');

/** A customer of each language, what the code says of it, and what stands on the page. */
const customers: Record<Locale, { customer: InvoiceDocument['customer']; payload: string; says: string[] }> = {
  en: aCustomer(
    ['Ó Briain Research Ltd', 'Grafton Street', '88', 'D02 XY45', 'Dublin', 'IE'],
    [
      'Invoice 2026-000123',
      '9 December 2026 to 8 April 2027',
      'CHF 176.00',
      'Ireland',
      'Reverse charge',
      'Payment part',
    ],
  ),
  de: aCustomer(
    ['Keller & Söhne AG', 'Rosenstrasse', '12', '8005', 'Zürich', 'CH'],
    [
      'Rechnung 2026-000123',
      '9. Dezember 2026 bis 8. April 2027',
      'CHF 176.00',
      'Wir sind nicht mehrwertsteuerpflichtig',
      'Zahlteil',
    ],
  ),
  sv: aCustomer(
    ['Språkverket Åström AB', 'Drottninggatan', '5', '111 51', 'Stockholm', 'SE'],
    [
      'Faktura 2026-000123',
      '9 december 2026 till och med 8 april 2027',
      '176,00 CHF',
      'Sverige',
      'Omvänd betalningsskyldighet',
      'Payment part',
    ],
  ),
  it: aCustomer(
    ['Bottega Città S.r.l.', 'Via Però', '41/B', '20121', 'Milano', 'IT'],
    [
      'Fattura 2026-000123',
      '9 dicembre 2026 – 8 aprile 2027',
      '176,00 CHF',
      'Italia',
      'Inversione contabile',
      'Sezione pagamento',
    ],
  ),
  fr: aCustomer(
    ['Étude Favre Sàrl', 'Rue du Rhône', '3', '1204', 'Genève', 'CH'],
    [
      'Facture 2026-000123',
      'Du 9 décembre 2026 au 8 avril 2027',
      '176.00 CHF',
      'nous ne sommes pas assujettis',
      'Section paiement',
    ],
  ),
};

function aCustomer(address: [string, string, string, string, string, string], says: string[]) {
  const [name, street, houseNumber, postalCode, town, country] = address;
  const customer = { name, contact: null, street, houseNumber, postalCode, town, country, vatNumber: null };
  return { customer, payload: payloadOf(...address), says };
}

describe('an invoice', () => {
  it.each(locales)('is one page whose code two readers read, in %s', async (locale) => {
    const { customer, payload, says } = customers[locale];
    const tax_rule = customer.country === 'CH' ? 'not-registered' : 'reverse-charge';
    const document = anInvoiceDocument({ locale, customer, tax_rule });
    const bytes = await renderInvoice(document);
    const page = await readPage(bytes);
    expect(page.count).toBe(1);
    expect(await readCodes(page)).toEqual([payload, payload]);
    for (const words of [...says, 'RF46 2026 0001 23', 'EXAMCHZZXXX', customer.name])
      expect(page.text).toContain(words);
    expect(page.text).not.toMatch(/\{\w+\}|undefined|null|NaN/);
  });

  it('has the same bytes each time, also after another one', async () => {
    const bytes = await renderInvoice(anInvoiceDocument());
    await renderInvoice(anInvoiceDocument({ number: '2026-000124' }));
    expect(await renderInvoice(anInvoiceDocument())).toEqual(bytes);
  });

  it.each(locales)('holds the longest names, two lines and a tax, in %s', async (locale) => {
    const text = (length: number) =>
      'Wäggitaler Übersetzungen '
        .repeat(5)
        .slice(0, length - 1)
        .concat('x');
    const customer = {
      name: text(70),
      contact: text(70),
      street: text(70),
      houseNumber: '12345678 a/bcdef',
      postalCode: '1234567890123456',
      town: text(35),
      country: 'IT',
      vatNumber: 'IT00743110157',
    };
    const lines: InvoiceDocument['lines'] = [
      { reason: 'term', product: 'high', months: 4, from: '2026-12-09', until: '2027-04-09', netRappen: 7_020_000 },
      {
        reason: 'unused',
        product: 'offline-add-on',
        months: 1,
        from: '2026-12-09',
        until: '2027-01-08',
        netRappen: -900,
      },
    ];
    const seller = { ...anInvoiceDocument().seller, vatNumber: 'CHE-123.456.789 MWST' };
    const sums = { net_rappen: 7_019_100, vat_permille: 220, vat_rappen: 1_544_202, total_rappen: 8_563_302 };
    const document = anInvoiceDocument({ locale, customer, seller, lines, ...sums, tax_rule: 'one-stop-shop' });
    const page = await readPage(await renderInvoice(document));
    expect(page.count).toBe(1);
    const [code, same] = await readCodes(page);
    expect(same).toBe(code);
    const written = [
      'S',
      customer.name,
      customer.street,
      customer.houseNumber,
      customer.postalCode,
      customer.town,
      'IT',
    ];
    expect(code?.split('\n').slice(18, 27)).toEqual(['85633.02', 'CHF', ...written]);
  });

  it.each([
    ['W', 'CH'],
    ['W', 'IE'],
    ['Wäg ', 'IT'],
  ])(
    'holds the longest address, %j each, in %s, above its title, and above the amount in the receipt',
    async (letters, country) => {
      const text = (length: number) => letters.repeat(length).slice(0, length).trim().padEnd(length, 'x');
      const customer = {
        ...{ name: text(70), contact: text(70), street: text(70), houseNumber: '12345678 a/bcdef' },
        ...{ postalCode: '1234567890123456', town: text(35), country, vatNumber: null },
      };
      const bytes = await renderInvoice(anInvoiceDocument({ customer, tax_rule: 'not-registered' }));
      const places = await readPlaces(bytes);
      const title = places.find(({ text }) => text.startsWith('Invoice 2026-'))!;
      const inAddress = places.filter(({ x, y, text }) => x > mm(110) && y > title.y && text.includes('W'));
      expect(inAddress.length).toBeGreaterThan(4);
      const inReceipt = places.filter(({ x, y }) => x < mm(60) && y < mm(100));
      const amount = inReceipt.find(({ text }) => text === 'Currency')!;
      const lowest = Math.min(
        ...inReceipt.filter(({ text }) => text.includes('W') && !text.includes('Ant')).map(({ y }) => y),
      );
      expect(lowest).toBeGreaterThan(amount.y + 6);
      const [code] = await readCodes(await readPage(bytes));
      expect(code).toContain(`\n${customer.name}\n${customer.street}\n`);
    },
  );

  it('has names of other letters as they are, or in Latin ones, and its code in those that a bank reads', async () => {
    const names = ['Nguyễn Văn An', 'Ελένη Παπά', 'Əliyev', 'STRAẞE', 'Пётр Ильич', 'אברהם', '王小明'];
    const [page, code] = [[] as string[], [] as (string | undefined)[]];
    for (const name of names) {
      const customer = { ...customers.de.customer, name };
      const read = await readPage(await renderInvoice(anInvoiceDocument({ customer, tax_rule: 'not-registered' })));
      page.push(read.text);
      code.push((await readCodes(read))[0]?.split('\n')[21]);
    }
    for (const [index, name] of names.slice(0, 5).entries()) expect(page[index]).toContain(name);
    expect(code).toEqual(['Nguyen Văn An', 'Eleni Papa', 'Eliyev', 'STRASSE', "Petr Il'ich", "'vrhm", 'WangXiaoMing']);
  });

  it.each(locales)('of an order by transfer names no days that its term does not have, in %s', async (locale) => {
    const places = await readPlaces(await renderInvoice(anInvoiceDocument({ locale, beginsOncePaid: true })));
    const text = places.map((place) => place.text).join(' ');
    // As the test of its language above finds them where they are known.
    const [days] = customers[locale].says.filter((words) => words.includes('2027'));
    expect(text.replace(/\s+/g, ' ')).not.toContain(days!);
  });

  it('paid by card has no payment part', async () => {
    for (const paid of [
      { method: 'card', paidOn: '2026-11-25' },
      { method: 'card', paidOn: null },
      { total_rappen: 0, net_rappen: 0 },
    ] as const) {
      const page = await readPage(await renderInvoice(anInvoiceDocument(paid)));
      expect(await readCodes(page)).toEqual([undefined]);
      expect(page.text).not.toContain('IBAN');
    }
  });

  it('that is paid says so before what it was for, and whose page it is below', async () => {
    const paid = { method: 'card', paidOn: '2026-11-25' } as const;
    const { text } = await readPage(await renderInvoice(anInvoiceDocument(paid)));
    const places = ['Invoice 2026-000123', 'Paid by card on 25 November 2026.', 'Moderate plan, 4 months'].map(
      (words) => text.indexOf(words),
    );
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).toContain('6300 Zug · support@writing-ant.example · 2026-000123');
    const { text: owed } = await readPage(await renderInvoice(anInvoiceDocument()));
    expect(owed).not.toContain('Paid');
  });

  it('is corrected by a credit note', async () => {
    const lines = [{ ...anInvoiceDocument().lines[0]!, reason: 'unused' as const, netRappen: -14_256 }];
    const credit = { kind: 'credit-note', number: '2026-000124', corrects: '2026-000123', lines } as const;
    const sums = { net_rappen: -14_256, total_rappen: -14_256 };
    const page = await readPage(await renderInvoice(anInvoiceDocument({ ...credit, ...sums })));
    for (const words of ['Credit note 2026-000124', 'For invoice 2026-000123', '−142.56', 'by CHF 142.56'])
      expect(page.text).toContain(words);
    expect(await readCodes(page)).toEqual([undefined]);
  });

  it('that a bank would refuse is not made', async () => {
    const { customer } = anInvoiceDocument();
    const emoji = { customer: { ...customer, name: 'Asa 🐜' } };
    await expect(renderInvoice(anInvoiceDocument(emoji))).rejects.toThrow('2026-000123: customer: name');
  });
});
