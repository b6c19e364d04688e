import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { AccountEnd } from './account-ends.tables.ts';

/** Beside the database and its dumps, so that whatever happens to those leaves it alone. */
const fileIn = (dataDir: string) => path.join(dataDir, 'account-ends.ndjson');

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
  const file = fileIn(dataDir);
  if (!existsSync(file)) return [];
  const whole = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return whole.map((text, index) => {
    const found = line.safeParse(parseOrNull(text));
    if (!found.success) throw new Error(`Line ${index + 1} of ${file} is not what the service wrote there.`);
    const { ended_at, recorded_at, ...rest } = found.data;
    return { ...rest, ended_at: asDate(ended_at), recorded_at: new Date(recorded_at) };
  });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the file as a whole, on the disk when this returns. */
export async function writeEndFile(dataDir: string, ends: readonly AccountEnd[]): Promise<void> {
  const file = fileIn(dataDir);
  // A server and a command may write it at the same time.
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(ends.map((end) => `${JSON.stringify(end)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  // Windows opens no folder, and needs none opened.
  const folder = await open(dataDir, 'r').catch(() => undefined);
  await folder?.sync().finally(() => folder.close());
}
