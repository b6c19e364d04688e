import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { isPublishedDocument } from '../../../shared/business/documents.ts';
import { isLocale, type Locale } from '../../../shared/locales.ts';
import { type AccountPart, exportParts } from '../../contract/account-part.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { type LegalDocuments, type PublishedPdf, titleOf } from '../../people/legal-documents/legal-documents.ts';
import { showMails } from '../../platform/mails/mails.ts';
import { type ArchiveTexts, type CountedList, csvNameOf, writeArchivePage } from './archive-page.ts';

interface ArchiveContext {
  accountParts: readonly AccountPart[];
  legalDocuments: LegalDocuments;
  texts: ArchiveTexts;
  locale: Locale;
  exportedAt: Date;
  /** The first fields of data.json. */
  head: object;
}

/**
 * Everything stored of an account as a ZIP: a page to read and print, the data for programs, tables, and the texts that were
 * accepted. Compressed while it is read, so only the compressed bytes are ever held; the transaction ends before anybody waits for
 * a slow line.
 */
export async function makeArchive(trx: OpenTransaction, accountId: string, context: ArchiveContext): Promise<Buffer> {
  const { accountParts, legalDocuments, texts, locale, exportedAt, head } = context;
  const data = await exportParts(accountParts, trx, accountId);
  const longLists = accountParts.flatMap(({ exportRows = [] }) => exportRows);
  const counted: CountedList[] = longLists.map(({ part, list }) => ({ part, list, count: 0 }));
  const zip = new yazl.ZipFile();
  const options = { mtime: exportedAt };
  const archive = buffer(zip.outputStream as Readable);
  /** One after the other: each reads the same transaction. */
  const add = async (name: string, content: AsyncIterable<string> | Iterable<string>) => {
    const stream = Readable.from(content, { objectMode: false });
    const ended = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
    zip.addReadStream(stream, name, options);
    await ended;
  };

  await add('data.json', writeJson());
  for (const [part, value] of Object.entries(data)) {
    if (Array.isArray(value)) await add(csvNameOf(part), writeCsv([value]));
    else if (value)
      for (const [name, rows] of Object.entries(value))
        if (Array.isArray(rows)) await add(csvNameOf(part, name), writeCsv([rows]));
  }
  for (const { part, list, batches } of longLists) await add(csvNameOf(part, list), writeCsv(batches(trx, accountId)));
  const policyVersion = legalDocuments
    .inForce(exportedAt)
    .find(({ document }) => document === 'privacy-policy')!.version;
  const policy = { version: policyVersion, file: `${textNameOf('privacy-policy', policyVersion, locale)}.pdf` };
  // Instead of whole mails with their headers, which data.json has, what they say.
  const shown = { ...data, mails: await showMails(data.mails as Record<string, unknown>[]) };
  const page = writeArchivePage(texts, {
    locale,
    exportedAt,
    policy,
    data: shown,
    documents: nameDocuments(),
    counted,
  });
  zip.addBuffer(Buffer.from(page), 'index.html', options);
  for (const { name, text, pdf } of await findTexts()) {
    zip.addBuffer(Buffer.from(text), `${name}.md`, options);
    // Compressed already.
    zip.addBuffer(await pdf.read(), `${name}.pdf`, { ...options, compress: false });
  }
  zip.end();
  return archive;

  async function* writeJson(): AsyncGenerator<string> {
    yield `${JSON.stringify(head).slice(0, -1)},"data":{`;
    let between = '';
    for (const [part, value] of Object.entries(data)) {
      const own = longLists.filter((each) => each.part === part);
      const text = JSON.stringify(value);
      yield `${between}\n${JSON.stringify(part)}:${own.length ? text.slice(0, -1) : text}`;
      between = ',';
      for (const { list, batches } of own) {
        yield `,${JSON.stringify(list)}:[`;
        const count = counted.find((each) => each.part === part && each.list === list)!;
        for await (const rows of batches(trx, accountId)) {
          yield `${count.count ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
          count.count += rows.length;
        }
        yield ']}';
      }
    }
    yield '}}\n';
  }

  function nameDocuments(): Record<string, string> {
    return Object.fromEntries(
      legalDocuments
        .inForce(exportedAt)
        .map(({ document, version }) => [document, titleOf(legalDocuments.findText(document, version, locale)!.text)]),
    );
  }

  /** The policy in force, and what was accepted, in the language in which it was: the words whose hash is recorded, and their pages. */
  async function findTexts() {
    const found = new Map<string, { name: string; text: string; pdf: PublishedPdf }>();
    const enter = async (document: unknown, version: unknown, language: unknown) => {
      if (!isPublishedDocument(document) || typeof version !== 'string' || !isLocale(language)) return;
      const name = textNameOf(document, version, language);
      const text = legalDocuments.findText(document, version, language)?.text;
      const pdf = await legalDocuments.findPdf(document, version, language);
      if (text && pdf) found.set(name, { name, text, pdf });
    };
    await enter('privacy-policy', policyVersion, locale);
    for (const each of Array.isArray(data.acceptances) ? data.acceptances : [])
      await enter(each.document, each.version, each.locale);
    return found.values();
  }
}

const textNameOf = (document: string, version: string, locale: Locale) => `texts/${document}-${version}-${locale}`;

/** As RFC 4180 has it, with the names of the first row; programs for tables take it as text and not as formulas. */
async function* writeCsv(
  batches: AsyncIterable<Record<string, unknown>[]> | Iterable<Record<string, unknown>[]>,
): AsyncGenerator<string> {
  let names: string[] | undefined;
  for await (const rows of batches) {
    const lines = rows.map(flatten);
    if (!lines.length) continue;
    if (!names) {
      names = [...new Set(lines.flatMap((row) => Object.keys(row)))];
      yield `\uFEFF${names.map(quote).join(',')}\r\n`;
    }
    yield lines.map((row) => `${names!.map((name) => quote(row[name])).join(',')}\r\n`).join('');
  }
}

/** Members of members get the names of both. */
function flatten(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
      value && typeof value === 'object' && !(value instanceof Date)
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  );
}

function quote(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
