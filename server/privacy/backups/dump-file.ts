import { accessSync, constants, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { explainFileFault, isThere } from '../../file-access.ts';
import { ensurePrivateFolder } from '../../private-folder.ts';
import { UnusableDump } from './dump.ts';

const dumpName = /^writing-ant-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.dump\.gz(?:\.age)?$/;
/** Of a dump or a proof that is under way, or that a crash has cut short. */
const draftName = /^writing-ant-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.(?:dump\.gz(?:\.age)?\.new|proof\.\w+)$/;

export const dumpFolderIn = (dataDir: string) => path.join(dataDir, 'dumps');

interface DumpFile {
  file: string;
  madeAt: Date;
}

/** Not beside the dumps, which are copied elsewhere: it holds what they hold, in clear. */
const proofFolderIn = (dataDir: string) => path.join(dataDir, 'proofs');

/** Oldest first. */
export const listDumps = (dataDir: string): Promise<DumpFile[]> => list(dumpFolderIn(dataDir), dumpName);

/** When the dump of this name was made; undefined for whatever is none. */
export const dumpTimeOf = (name: string): Date | undefined => timeOf(name, dumpName);

/** When what has this name was begun; undefined for whatever is no unfinished dump or proof. */
export const draftTimeOf = (name: string): Date | undefined => timeOf(name, draftName);

async function list(folder: string, pattern: RegExp): Promise<DumpFile[]> {
  const names = isThere(folder) ? await readdir(folder) : [];
  return names
    .flatMap((name) => {
      const madeAt = timeOf(name, pattern);
      return madeAt ? [{ file: path.join(folder, name), madeAt }] : [];
    })
    .toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime());
}

function timeOf(name: string, pattern: RegExp): Date | undefined {
  const [, time] = pattern.exec(name) ?? [];
  return time === undefined ? undefined : new Date(`${time.replace(/(\d{2})-(\d{2})-(\d{2})$/, '$1:$2:$3')}Z`);
}

const nameAt = (time: Date) => `writing-ant-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** An empty folder for the database of a proof begun at `now`. */
export async function makeProofFolder(dataDir: string, now: Date): Promise<string> {
  ensurePrivateFolder(proofFolderIn(dataDir));
  return mkdtemp(path.join(proofFolderIn(dataDir), `${nameAt(now)}.proof.`));
}

/** The lines as they are kept, compressed. */
export const zipLines = (lines: AsyncIterable<string>): Readable =>
  Readable.from(lines).compose(createGzip()) as Readable;

/** Whole on the disk before it gets its name. `recipient` is an age key (`age1…`) without which nobody reads it. */
export async function keepDumpFile(
  dataDir: string,
  zipped: Readable,
  { madeAt, recipient }: { madeAt: Date; recipient: string | undefined },
): Promise<{ file: string; bytes: number }> {
  const folder = dumpFolderIn(dataDir);
  ensurePrivateFolder(folder);
  const file = path.join(folder, `${nameAt(madeAt)}.dump.gz${recipient ? '.age' : ''}`);
  const draft = `${file}.new`;
  try {
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
  const { Encrypter } = await import('age-encryption');
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
    if (!isThere(file)) throw new UnusableDump(`There is no file ${file}.`);
    // The library below says of whatever cannot be opened nothing but that.
    accessSync(file, constants.R_OK);
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
    if (error instanceof UnusableDump || explainFileFault(error)) throw error;
    throw new UnusableDump(`The dump cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    unzipped.destroy();
  }
}

async function decrypt(source: ReadableStream<Uint8Array>, identity: string): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(source);
}

/** Dumps made at `made` or before, and what a crash has left of a dump or a proof begun at `begun` or before. */
export async function findOldFiles(dataDir: string, { made, begun }: { made: Date; begun: Date }): Promise<string[]> {
  const dumps = (await listDumps(dataDir)).filter(({ madeAt }) => madeAt <= made);
  const drafts = (
    await Promise.all([dumpFolderIn, proofFolderIn].map((folderIn) => list(folderIn(dataDir), draftName)))
  )
    .flat()
    .filter(({ madeAt }) => madeAt <= begun);
  return [...dumps, ...drafts].map(({ file }) => file);
}

/** Returns how many there were. */
export async function removeOldFiles(...given: Parameters<typeof findOldFiles>): Promise<number> {
  const old = await findOldFiles(...given);
  for (const file of old) await rm(file, { force: true, recursive: true });
  return old.length;
}
