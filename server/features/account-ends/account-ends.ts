import { retention } from '../../../shared/business/retention.ts';
import type { Database } from '../../database/database.ts';
import { changeEnd } from '../accounts/accounts.ts';
import type { RetentionRule } from '../retention/retention.ts';
import {
  countExpiredEnds,
  findAllEnds,
  insertEnd,
  lockAccountByHash,
  removeExpiredEnds,
} from './account-ends.queries.ts';
import type { AccountEnd } from './account-ends.tables.ts';
import { readEndFile, writeEndFile } from './end-file.ts';

const dayMs = 24 * 60 * 60 * 1000;
const periodMs = retention.accountEndDays * dayMs;

/**
 * Adds to the file in `dataDir` what only the database knows, and drops there what nobody needs any more. Called every minute, so
 * that every server has a whole copy, and before anything is erased. What only the file knows stays: a restored database has
 * yet to learn it.
 */
export async function copyEnds({ kysely }: Database, dataDir: string, now: Date): Promise<void> {
  const copied = await readEndFile(dataDir);
  const ids = new Set(copied.map(({ id }) => id));
  const isNeeded = ({ recorded_at }: AccountEnd) => recorded_at.getTime() > now.getTime() - periodMs;
  const added = (await findAllEnds(kysely)).filter((end) => !ids.has(end.id));
  const all = [...copied, ...added].filter(isNeeded);
  if (!added.length && all.length === copied.length) return;
  await writeEndFile(
    dataDir,
    all.toSorted((one, other) => one.recorded_at.getTime() - other.recorded_at.getTime()),
  );
}

/**
 * Brings a database that was restored from a dump up to date with the file beside it: accounts that have ended since end, those
 * that were kept go on. Returns how many entries were new to the database. Whatever is to be erased by then is erased by the
 * rules of retention, which the caller runs before it serves anybody.
 */
export async function replayEnds({ kysely }: Database, dataDir: string, now: Date): Promise<number> {
  const known = new Set((await findAllEnds(kysely)).map(({ id }) => id));
  const missing = (await readEndFile(dataDir)).filter(
    ({ id, recorded_at }) => !known.has(id) && recorded_at.getTime() > now.getTime() - periodMs,
  );
  for (const end of missing) await kysely.transaction().execute((trx) => replay(trx, end));
  return missing.length;
}

async function replay(trx: Parameters<typeof insertEnd>[0], end: AccountEnd): Promise<void> {
  await insertEnd(trx, end);
  const account = await lockAccountByHash(trx, end.account_sha256);
  // What is erased stays erased.
  if (account && !account.isErased) await changeEnd(trx, account.id, end);
}

/** Longer than any dump is kept. */
export const accountEndRetention: RetentionRule = {
  name: 'account-ends',
  cutoff: (now) => new Date(now.getTime() - periodMs),
  count: countExpiredEnds,
  remove: removeExpiredEnds,
};
