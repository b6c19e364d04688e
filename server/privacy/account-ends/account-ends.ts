import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { forgetRequestByHash } from '../../people/access-requests/access-requests.ts';
import { type Account, changeAccount, endAccount, reopenAccount } from '../../people/accounts/accounts.ts';
import {
  countExpiredEnds,
  findAllEnds,
  findEndsSince,
  insertEnd,
  lockAccountByHash,
  removeExpiredEnds,
} from './account-ends.queries.ts';
import type { AccountEnd } from './account-ends.tables.ts';
import { appendToEndFile, readEdges, readEndFile, writeEndFile } from './end-file.ts';

export { endFileIn } from './end-file.ts';

const periodMs = retention.accountEndDays * dayMs;
/** The rules remove entries from the database up to an hour early; one that only the file still has is then no news. */
const earlyMs = hourMs;

const isNeeded = ({ recorded_at }: AccountEnd, now: Date) => recorded_at.getTime() > now.getTime() - periodMs + earlyMs;

/** So that no entry is too old before the next day, and the file not written anew for each. */
const isWorthKeeping = ({ recorded_at }: AccountEnd, now: Date) =>
  recorded_at.getTime() > now.getTime() - periodMs + dayMs;

/**
 * Makes the file in `dataDir` anew, of what it knows and what the database knows, without what nobody needs any more. What only the
 * file knows stays: a restored database has yet to learn it.
 */
export async function copyAllEnds({ kysely }: Database, dataDir: string, now: Date): Promise<void> {
  const copied = await readEndFile(dataDir);
  const ids = new Set(copied.map(({ id }) => id));
  const added = (await findAllEnds(kysely)).filter(({ id }) => !ids.has(id));
  await writeEndFile(
    dataDir,
    [...copied, ...added]
      .filter((end) => isWorthKeeping(end, now))
      .toSorted((one, other) => one.recorded_at.getTime() - other.recorded_at.getTime()),
  );
}

/** No transaction takes that long: what is older than the newest entry by more was there before it. */
const longestTransactionMs = 10 * minuteMs;

/**
 * Adds to the file in `dataDir` what the database has recorded since. Called every minute, so that every server has a whole copy.
 * It reads no more than the ends of the file, which is made anew where they say that it has to be.
 */
export async function copyNewEnds(database: Database, dataDir: string, now: Date): Promise<void> {
  const reach = (last: Date) => new Date(last.getTime() - longestTransactionMs);
  const edges = await readEdges(dataDir, reach);
  if (!edges || (edges.oldest && !isNeeded(edges.oldest, now))) return copyAllEnds(database, dataDir, now);
  const { newest } = edges;
  // An entry of a clock that was ahead for a while would hide what follows it.
  if (newest.some(({ recorded_at }) => recorded_at > now)) return copyAllEnds(database, dataDir, now);
  const ids = new Set(newest.map(({ id }) => id));
  const last = newest.at(-1)?.recorded_at ?? new Date(0);
  const added = (await findEndsSince(database.kysely, reach(last))).filter(({ id }) => !ids.has(id));
  if (added.length) await appendToEndFile(dataDir, added);
}

/** What else is to be done about what became of an account: `ended_at` is null where it goes on. */
export type FollowEnd = (
  trx: OpenTransaction,
  account: { id: string; email: string | null },
  end: AccountEnd,
) => Promise<void>;

/**
 * Brings a database that was restored from a dump up to date with the file beside it: accounts that have ended since end, those
 * that were kept go on, who has objected or restricted since has done so, and requests for access that were deleted are gone. Of each account only the newest entry counts, whoever knows it. Returns how many entries were new to
 * the database. Whatever is to be erased by then is erased by the rules of retention, which the caller runs before it serves
 * anybody.
 */
export async function replayEnds(
  { kysely }: Database,
  { dataDir, now, follow }: { dataDir: string; now: Date; follow?: FollowEnd | undefined },
): Promise<number> {
  const known = await findAllEnds(kysely);
  const ids = new Set(known.map(({ id }) => id));
  const missing = (await readEndFile(dataDir)).filter((end) => !ids.has(end.id) && isNeeded(end, now));
  const newest = new Map<string, AccountEnd>();
  for (const end of [...known, ...missing]) {
    const other = newest.get(end.account_sha256);
    if (!other || end.recorded_at >= other.recorded_at) newest.set(end.account_sha256, end);
  }
  for (const end of missing)
    await kysely.transaction().execute(async (trx) => {
      await insertEnd(trx, end);
      if (newest.get(end.account_sha256) === end) await replay(trx, end, follow);
    });
  return missing.length;
}

async function replay(trx: OpenTransaction, end: AccountEnd, follow: FollowEnd | undefined): Promise<void> {
  const account = await lockAccountByHash(trx, end.account_sha256);
  if (!account) return end.erased ? forgetRequestByHash(trx, end.account_sha256) : undefined;
  const rights = rightsOf(account, end);
  // With the rights in one change: two get entries of the same time, of which one would tell of the end or of the rights as in the dump.
  if (!end.ended_at) {
    // What has not ended goes on as it is, suspended or not.
    if (!account.ended_at) return setRights(trx, account.id, rights);
    // Of whoever was kept a dump of the time in between has nothing but the account itself, which goes on.
    await reopenAccount(trx, account.id, rights);
  } else {
    // What is erased stays so.
    if (account.email === null) return setRights(trx, account.id, rights);
    await endAccount(trx, account.id, end.ended_at, end.ended_by!, rights);
  }
  await follow?.(trx, account, end);
}

/** Of whoever objected or restricted before the dump, since when stays. Null leaves it as it is. */
function rightsOf(account: Rights, { ended_at, erased, has_objected, is_restricted, recorded_at }: AccountEnd) {
  // An account that goes on without its data has rights; one that is gone has none.
  if (erased && ended_at) return {};
  const rights: Partial<Rights> = {};
  if (has_objected !== null) rights.objected_at = has_objected ? (account.objected_at ?? recorded_at) : null;
  if (is_restricted !== null) rights.restricted_at = is_restricted ? (account.restricted_at ?? recorded_at) : null;
  return rights;
}

type Rights = Pick<Account, 'objected_at' | 'restricted_at'>;

async function setRights(trx: OpenTransaction, id: string, rights: Partial<Rights>): Promise<void> {
  if (Object.keys(rights).length) await changeAccount(trx, id, rights);
}

/** Longer than any dump is kept. */
export const accountEndRetention: RetentionRule = {
  name: 'account-ends',
  cutoff: (now) => new Date(now.getTime() - periodMs),
  count: countExpiredEnds,
  remove: removeExpiredEnds,
};
