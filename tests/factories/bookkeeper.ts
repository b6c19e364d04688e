import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openInOffice, readOfficeRows } from './libre-office.ts';

// Nothing here uses the service's own code: whoever checks books does not take the sums of whoever wrote them.

type Row = Record<string, string>;

/** What a year's export says, and what is wrong with it. */
export interface CheckedBooks {
  faults: string[];
  /** A line for each country and rate, then what was billed, paid and is open. */
  summary: string[];
}

/** What banks and card provider say themselves: `amount` in Rappen, with a sign. */
export interface Movement {
  reference: string;
  amount: number;
}

const sumOf = (rows: readonly Row[], column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
const francs = (rappen: number) => (rappen / 100).toFixed(2);

/** A table of the export, read by rules of its own (RFC 4180). */
export function readTable(folder: string, name: string): Row[] {
  const text = readFileSync(path.join(folder, `${name}.csv`), 'utf8').replace(/^\uFEFF/, '');
  const [head = [], ...rows] = text
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((column, place) => [column, cells[place]!])));
}

async function readDocument(file: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

/** Amounts as any of the five languages writes them. */
const digitsOf = (text: string) => text.replaceAll(/(?<=\d)[\s’'.,\u00A0\u202F](?=\d)/g, '');

/** As LibreOffice opens it. */
export const readInOffice = (folder: string, name: string): Row[] =>
  readOfficeRows(openInOffice(readFileSync(path.join(folder, `${name}.csv`))));

/** Checks the exports of years that follow each other, from the first one of the books on. */
export async function checkBooks(
  folders: Record<string, string>,
  { bank, cards }: { bank: readonly Movement[]; cards: readonly Movement[] },
  read: (folder: string, name: string) => Row[] = readTable,
): Promise<CheckedBooks> {
  const faults: string[] = [];
  const summary: string[] = [];
  /** A refund stands in the year in which it was wanted, and in that in which it was sent. */
  const all = (name: string) => {
    const rows = Object.values(folders).flatMap((folder) => read(folder, name));
    return name === 'refunds' ? [...new Map(rows.map((row) => [row.id, row])).values()] : rows;
  };
  const [invoices, lines, payments, refunds, allocations] = [
    ...[all('invoices'), all('lines'), all('payments'), all('refunds'), all('allocations')],
  ] as [Row[], Row[], Row[], Row[], Row[]];
  const fault = (isRight: boolean, text: string) => isRight || faults.push(text);

  for (const [year, folder] of Object.entries(folders)) {
    const numbers = invoices.flatMap(({ number }) => (number?.startsWith(`${year}-`) ? [number] : []));
    fault(
      numbers.every((number, place) => number === `${year}-${String(place + 1).padStart(6, '0')}`),
      `${year}: the numbers have a gap: ${numbers.join(' ')}`,
    );
    const files = readdirSync(path.join(folder, 'documents'));
    fault(files.join() === numbers.map((number) => `${number}.pdf`).join(), `${year}: documents and numbers differ`);
  }

  for (const row of invoices) {
    const number = row.number!;
    const [net, vat, total] = [Number(row.net_rappen), Number(row.vat_rappen), Number(row.total_rappen)];
    const own = lines.filter((line) => line.number === number);
    fault(sumOf(own, 'net_rappen') === net, `${number}: its lines are not its net amount`);
    fault(net + vat === total, `${number}: net and VAT are not its total`);
    const exact = (net * Number(row.vat_permille)) / 1000;
    fault(Math.abs(vat - exact) <= 0.5, `${number}: VAT of ${vat} instead of ${exact}`);
    const credits = invoices.filter(({ corrects }) => corrects === number);
    const used = allocations.filter(({ invoice }) => invoice === number);
    if (row.kind === 'invoice') {
      const open = total + sumOf(credits, 'total_rappen') - sumOf(used, 'amount_rappen');
      fault(open >= 0, `${number}: ${-open} too much was paid or credited`);
      row.open = String(open);
    } else {
      fault(used.length === 0, `${number}: a credit note that was paid`);
      fault(
        invoices.some(({ number: known }) => known === row.corrects),
        `${number}: of no invoice`,
      );
    }
    const year = number.slice(0, 4);
    const text = await readDocument(path.join(folders[year]!, 'documents', `${number}.pdf`));
    for (const wanted of [number, row.customer!, row.vat_number!].filter(Boolean))
      fault(text.includes(wanted), `${number}: the document does not say ${wanted}`);
    for (const sum of [net, total, ...(vat === 0 ? [] : [vat])])
      fault(digitsOf(text).includes(String(Math.abs(sum))), `${number}: the document does not say ${francs(sum)}`);
  }

  for (const { id, amount_rappen, entry_state } of payments) {
    const of = ({ payment_id }: Row) => payment_id === id;
    const used = sumOf(allocations.filter(of), 'amount_rappen');
    const surplus = Number(amount_rappen) - used + sumOf(refunds.filter(of), 'amount_rappen');
    fault(surplus === 0 || entry_state === 'to-refund', `${id}: ${surplus} belong to nothing`);
  }
  const sent = -bank.reduce((sum, { amount }) => sum + Math.min(amount, 0), 0);
  // What the operator transfers has no reference in the books.
  const isSurplus = ({ reason }: Row) => reason === 'surplus';
  const returned = -sumOf(refunds.filter(isSurplus), 'amount_rappen');
  fault(sent === returned, `the bank has sent back ${sent}, and the books ${returned}`);
  const compare = (method: string, told: readonly Movement[]) => {
    const booked = [...payments, ...refunds]
      .filter((row) => row.method === method && row.state !== 'wanted' && !isSurplus(row))
      .map(({ reference, amount_rappen }) => `${reference} ${amount_rappen}`);
    const said = told.map(({ reference, amount }) => `${reference} ${amount}`);
    for (const each of said) fault(booked.includes(each), `${method}: ${each} is not in the books`);
    for (const each of booked) fault(said.includes(each), `${method}: ${each} is only in the books`);
  };
  compare(
    'bank',
    bank.filter(({ amount }) => amount > 0),
  );
  compare('card', cards);

  const kinds = Map.groupBy(
    invoices,
    ({ country, vat_permille, tax_rule }) => `${country} ${vat_permille} ‰ ${tax_rule}`,
  );
  for (const [kind, rows] of [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    summary.push(
      `${kind}: ${rows.length} documents, net ${francs(sumOf(rows, 'net_rappen'))}, VAT ${francs(sumOf(rows, 'vat_rappen'))}`,
    );
  const [billed, used, open] = [
    sumOf(invoices, 'total_rappen'),
    sumOf(allocations, 'amount_rappen'),
    sumOf(
      invoices.filter(({ kind }) => kind === 'invoice'),
      'open',
    ),
  ];
  const [came, went] = [sumOf(payments, 'amount_rappen'), -sumOf(refunds, 'amount_rappen') - returned];
  fault(billed === used + open, `billed ${billed}, paid ${used}, open ${open}`);
  summary.push(`billed less credits ${francs(billed)} = paid ${francs(used)} + open ${francs(open)}`);
  summary.push(
    `came in ${francs(came)} − went back ${francs(went)} − surplus of transfers ${francs(came - went - used)} = paid ${francs(used)}`,
  );
  return { faults, summary };
}
