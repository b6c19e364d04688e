import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { isThere } from '../../file-access.ts';
import type { AccountEnd } from './account-ends.tables.ts';

/** Beside the database and its dumps, so that whatever happens to those leaves it alone. */
export const endFileIn = (dataDir: string) => path.join(dataDir, 'account-ends.ndjson');

const line = z.object({
  id: z.uuid(),
  account_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  ended_at: z.nullable(z.iso.datetime()),
  ended_by: z.nullable(z.enum(['holder', 'company'])),
  erased: z.boolean(),
  recorded_at: z.iso.datetime(),
  // Not there in lines that an earlier version wrote.
  has_objected: z._default(z.nullable(z.boolean()), null),
  is_restricted: z._default(z.nullable(z.boolean()), null),
});

const asDate = (time: string | null) => (time === null ? null : new Date(time));

/**
 * What the file tells, oldest first. The last line is left out where a crash cut it; a broken one before it throws: somebody
 * has changed the file, and what it tells is not to be guessed.
 */
export async function readEndFile(dataDir: string): Promise<AccountEnd[]> {
  const file = endFileIn(dataDir);
  if (!isThere(file)) return [];
  return parseLines(file, (await readFile(file, 'utf8')).split('\n').slice(0, -1));
}

const parseLines = (file: string, lines: readonly string[]): AccountEnd[] =>
  lines.map((text) => {
    const found = line.safeParse(parseOrNull(text));
    if (!found.success) throw new Error(`This line of ${file} is not what the service wrote there: ${text}`);
    const { ended_at, recorded_at, ...rest } = found.data;
    return { ...rest, ended_at: asDate(ended_at), recorded_at: new Date(recorded_at) };
  });

/** Longer than any line. */
const headBytes = 1024;
const tailBytes = 16 * 1024;

/** The first entry of the file and its last ones. */
interface Edges {
  oldest: AccountEnd | undefined;
  /** Reaching back as far as was asked for, or further. */
  newest: AccountEnd[];
}

/**
 * Reads both ends of the file, and of the later one as much as reaches back to `reach` of its last entry. Undefined where there is
 * no file, or its last line was cut by a crash.
 */
export async function readEdges(dataDir: string, reach: (last: Date) => Date): Promise<Edges | undefined> {
  const file = endFileIn(dataDir);
  const handle = await openIfThere(file);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const read = async (start: number, bytes: number) =>
      (await handle.read(Buffer.alloc(bytes), 0, bytes, start)).buffer.toString('utf8');
    const [oldest] = parseLines(file, (await read(0, Math.min(size, headBytes))).split('\n').slice(0, -1).slice(0, 1));
    for (let bytes = tailBytes; ; bytes *= 2) {
      const start = Math.max(0, size - bytes);
      const lines = (await read(start, size - start)).split('\n');
      if (lines.pop() !== '') return undefined;
      const newest = parseLines(file, start ? lines.slice(1) : lines);
      const last = newest.at(-1)?.recorded_at;
      if (!start || (last && newest[0]!.recorded_at < reach(last))) return { oldest, newest };
    }
  } finally {
    await handle.close();
  }
}

const openIfThere = (file: string) =>
  open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const writeLines = (ends: readonly AccountEnd[]) => ends.map((end) => `${JSON.stringify(end)}\n`).join('');

/** Adds to the file, on the disk when this returns. */
export async function appendToEndFile(dataDir: string, ends: readonly AccountEnd[]): Promise<void> {
  const bytes = Buffer.from(writeLines(ends));
  const handle = await open(endFileIn(dataDir), 'a', 0o600);
  try {
    // In one piece: between two, another process could add its own.
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length) throw new Error(`The disk took only a part of what is to be added to ${dataDir}.`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces the file as a whole, on the disk when this returns. */
export async function writeEndFile(dataDir: string, ends: readonly AccountEnd[]): Promise<void> {
  const file = endFileIn(dataDir);
  // A server and a command may write it at the same time.
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(writeLines(ends));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  // Windows opens no folder, and needs none opened.
  const folder = await open(dataDir, 'r').catch(() => undefined);
  await folder?.sync().finally(() => folder.close());
}
