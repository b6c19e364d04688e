import { createWriteStream, openAsBlob } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { ensurePrivateFolder } from '../../private-folder.ts';
import { UnusableDump } from './dump.ts';

const dumpName = /^writing-ant-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.dump\.gz(\.age)?$/;

export const dumpFolderIn = (dataDir: string) => path.join(dataDir, 'dumps');

interface DumpFile {
  file: string;
  madeAt: Date;
}

/** Oldest first. */
export async function listDumps(dataDir: string): Promise<DumpFile[]> {
  const folder = dumpFolderIn(dataDir);
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, time] = dumpName.exec(name) ?? [];
      const madeAt = time && new Date(`${time.replace(/(\d{2})-(\d{2})-(\d{2})$/, '$1:$2:$3')}Z`);
      return madeAt ? [{ file: path.join(folder, name), madeAt }] : [];
    })
    .toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime());
}

/** Whole on the disk before it gets its name. `recipient` is an age key (`age1…`) without which nobody reads it. */
export async function writeDumpFile(
  dataDir: string,
  lines: AsyncIterable<string>,
  { madeAt, recipient }: { madeAt: Date; recipient: string | undefined },
): Promise<{ file: string; bytes: number }> {
  const folder = dumpFolderIn(dataDir);
  ensurePrivateFolder(folder);
  const time = madeAt.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.join(folder, `writing-ant-${time}Z.dump.gz${recipient ? '.age' : ''}`);
  const draft = `${file}.new`;
  try {
    const zipped = Readable.from(lines).compose(createGzip()) as Readable;
    const source = recipient ? await encrypt(zipped, recipient) : zipped;
    await pipeline(source, createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, 'r');
    await handle.sync().finally(() => handle.close());
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return { file, bytes: (await stat(file)).size };
}

async function encrypt(source: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as unknown as WebStream);
}

/** Its lines. Throws `UnusableDump` without the key that opens it, and where its bytes are not whole. */
export async function* readDumpFile(file: string, identity: string | undefined): AsyncGenerator<string> {
  const isSealed = file.endsWith('.age');
  if (isSealed && !identity) throw new UnusableDump('The dump is encrypted: give --identity with the age key.');
  const unzipped = createGunzip();
  try {
    const bytes = (await openAsBlob(file)).stream();
    const zipped = isSealed ? await decrypt(bytes, identity!) : bytes;
    // What fails on the way is thrown below, where the end of it is read.
    pipeline(Readable.fromWeb(zipped as unknown as WebStream), unzipped).catch(() => {});
    let rest = '';
    for await (const text of unzipped.setEncoding('utf8')) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
    if (rest) yield rest;
  } catch (error) {
    if (error instanceof UnusableDump) throw error;
    throw new UnusableDump(`The dump cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    unzipped.destroy();
  }
}

async function decrypt(source: ReadableStream<Uint8Array>, identity: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(source);
}

/** Those made at `cutoff` or before, and what a crash has left. Returns how many there were. */
export async function removeOldDumps(dataDir: string, cutoff: Date): Promise<number> {
  const old = (await listDumps(dataDir)).filter(({ madeAt }) => madeAt <= cutoff);
  for (const { file } of old) await rm(file, { force: true });
  return old.length;
}
