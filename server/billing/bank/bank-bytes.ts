import { fromBufferPromise, type ZipFile } from 'yauzl';
import { StatementFault } from './statement-fault.ts';

const maxBytes = 20_000_000;
const maxFiles = 1000;

export interface NamedFile {
  /** Undefined where it stands by itself. */
  name: string | undefined;
  bytes: Buffer;
}

/** The file itself, or the XML files of a ZIP, as e-banking delivers them; `others` are what else lies in it. */
export async function unpack(bytes: Buffer): Promise<{ files: NamedFile[]; others: string[] }> {
  if (bytes.length > maxBytes) throw new StatementFault('The file is too large.');
  if (!bytes.subarray(0, 4).equals(zipMark)) return { files: [{ name: undefined, bytes }], others: [] };
  try {
    return await readZip(await fromBufferPromise(bytes, { lazyEntries: true }));
  } catch (error) {
    if (error instanceof StatementFault) throw error;
    throw new StatementFault(`The ZIP is not whole: ${(error as Error).message}. Unpack it, and import what is in it.`);
  }
}

const zipMark = Buffer.from('PK\u0003\u0004');

async function readZip(zip: ZipFile): Promise<{ files: NamedFile[]; others: string[] }> {
  const files: NamedFile[] = [];
  const others: string[] = [];
  let left = maxBytes;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize } = entry;
    if (name.endsWith('/')) continue;
    if (!/\.(?:xml|c5[34]|p5[34]|camt)$/i.test(name)) {
      others.push(name);
      continue;
    }
    // The reader breaks off where an entry is larger than it says.
    left -= uncompressedSize;
    if (left < 0 || files.length === maxFiles) throw new StatementFault('What is in the ZIP is too large.');
    if (entry.isEncrypted()) throw new StatementFault(`${name} in the ZIP has a password: unpack it first.`);
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.push({ name, bytes: Buffer.concat(chunks) });
  }
  if (files.length === 0) throw new StatementFault('The ZIP holds no XML file.');
  return { files, others };
}

const marks: [Buffer, string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
  // "<?" without a mark.
  [Buffer.from([0x3c, 0x00, 0x3f, 0x00]), 'utf-16le'],
  [Buffer.from([0x00, 0x3c, 0x00, 0x3f]), 'utf-16be'],
];

/** The text in the encoding that the file declares (XML 1.0, 4.3.3). What cannot be read so is refused, never guessed. */
export function decode(bytes: Buffer): string {
  const marked = marks.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1];
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
  const encoding = marked ?? declared ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new StatementFault(`The file is in the encoding ${encoding}, which is not read: ask the bank for UTF-8.`);
  }
  try {
    if (!marked && /^utf-?16/i.test(decoder.encoding)) throw new TypeError('not of two bytes');
    return decoder.decode(bytes);
  } catch {
    throw new StatementFault(`The file says that it is in ${encoding}, and is not: ask the bank for it anew.`);
  }
}
