import { type ExpressionBuilder, sql } from 'kysely';
import { isHeld } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';
import type { DownloadProgress, DownloadRecord } from './downloads.tables.ts';

/**
 * Lets one transaction at a time work on an account's downloads, even before the account exists; held until the
 * transaction ends.
 */
export async function lockDownloadsOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`downloads of ${accountId}`}, 0))`.execute(trx);
}

export async function findDownloadByKey(
  queries: Queries,
  accountId: string,
  idempotencyKey: string,
): Promise<DownloadRecord | undefined> {
  return queries
    .selectFrom('downloads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/**
 * Prefix of the Idempotency-Key of an update, which no client may send: the installed app fetches updates, and each
 * version counts as one download.
 */
export const updateKeyPrefix = 'update ';

/** With the form, and not an update, of which there are only as many as there are files. */
const isSubmitted = (where: ExpressionBuilder<Schema, 'downloads'>) =>
  where.or([where('idempotency_key', 'is', null), where('idempotency_key', 'not like', `${updateKeyPrefix}%`)]);

export async function findDownload(queries: Queries, id: string): Promise<DownloadRecord | undefined> {
  return queries.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * When the `count`-th latest download since `since` was submitted, if there are that many: the daily limit is then
 * reached.
 */
export async function findStartOfNth(
  queries: Queries,
  accountId: string,
  count: number,
  since: Date,
): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('downloads')
    .select('started_at')
    .where('account_id', '=', accountId)
    .where(isSubmitted)
    .where('started_at', '>', since)
    .orderBy('started_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.started_at;
}

/** Whether the account has started to fetch a file of this version. */
export async function hasBegun(
  queries: Queries,
  accountId: string,
  { platform, version }: Pick<DownloadRecord, 'platform' | 'version'>,
): Promise<boolean> {
  const row = await queries
    .selectFrom('downloads')
    .select('id')
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Newest first. */
export async function findDownloadsOf(queries: Queries, accountId: string, limit: number): Promise<DownloadRecord[]> {
  return queries
    .selectFrom('downloads')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those submitted through the form, without updates; newest first. */
export async function findSubmittedDownloads(
  queries: Queries,
  accountId: string,
  limit: number,
): Promise<DownloadRecord[]> {
  return queries
    .selectFrom('downloads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isSubmitted)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ids of the downloads of which every byte has been sent. */
export async function findComplete(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await queries
    .selectFrom('download_progress')
    .select('download_id')
    .where('download_id', 'in', ids)
    .where('finished_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.download_id));
}

export async function insertDownload(trx: OpenTransaction, download: DownloadRecord): Promise<void> {
  await trx.insertInto('downloads').values(download).execute();
}

/** A download and what was sent of it so far; progress fields are null until something was sent. */
export type DownloadWithProgress = DownloadRecord & {
  [Field in keyof DownloadProgress]: DownloadProgress[Field] | null;
};

/** Those of all accounts, newest first. */
export async function findNewestDownloads(queries: Queries, limit: number): Promise<DownloadWithProgress[]> {
  return queries
    .selectFrom('downloads')
    .leftJoin('download_progress', 'download_progress.download_id', 'downloads.id')
    .selectAll('download_progress')
    .selectAll('downloads')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Everything stored about the account's downloads, oldest first. */
export async function exportDownloads(queries: Queries, accountId: string): Promise<Record<string, unknown>[]> {
  const rows = await queries
    .selectFrom('downloads')
    .leftJoin('download_progress', 'download_progress.download_id', 'downloads.id')
    .selectAll('download_progress')
    .selectAll('downloads')
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    startedAt: row.started_at,
    id: row.id,
    platform: row.platform,
    version: row.version,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    linkUntil: row.expires_at,
    country: row.country,
    locale: row.locale,
    downloadKey: row.download_key,
    sessionId: row.session_id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    ...(row.transfers && {
      progress: {
        firstAt: row.first_at,
        lastAt: row.last_at,
        transfers: row.transfers,
        resumed: row.resumed,
        sentBytes: row.sent_bytes,
        addressMarks: row.address_marks?.join(' '),
        finishedAt: row.finished_at,
      },
    }),
  }));
}

/** The database refuses where the account has not ended, or less than 30 days ago. */
export async function removeDownloadsOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await sql`select remove_downloads_of_ended_account(${accountId})`.execute(trx);
}

/** Downloads from before `cutoff` that still identify who started them, and marks of addresses whose first is from before it. */
export async function countDownloadTraces(queries: Queries, cutoff: Date): Promise<number> {
  const marked = await queries
    .selectFrom('download_progress')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('first_at', '<', cutoff)
    .where(sql<boolean>`address_marks <> '[]'`)
    .where(
      sql<boolean>`not ${isHeld(sql`(select account_id from downloads where downloads.id = download_id)`, 'downloads')}`,
    )
    .executeTakeFirstOrThrow();
  const { count } = await queries
    .selectFrom('downloads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('started_at', '<', cutoff)
    .where(sql<boolean>`not ${isHeld(sql.ref('account_id'), 'downloads')}`)
    .where((where) =>
      where.or([
        where('session_id', 'is not', null),
        where('ip_address', 'is not', null),
        where('user_agent', 'is not', null),
      ]),
    )
    .executeTakeFirstOrThrow();
  return marked.count + count;
}

export async function forgetDownloadTraces(queries: Queries, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    select forget_download_traces(${cutoff}, ${limit}::integer) as forgotten`.execute(queries);
  return rows[0]!.forgotten;
}

/** Locked until the transaction ends. */
export async function findProgressForUpdate(trx: OpenTransaction, id: string): Promise<DownloadProgress | undefined> {
  return trx.selectFrom('download_progress').selectAll().where('download_id', '=', id).forUpdate().executeTakeFirst();
}

/** Sets when the download was complete, unless that is known. */
export async function saveArrival(trx: OpenTransaction, id: string, at: Date): Promise<void> {
  const nothing = { transfers: 0, resumed: 0, sent_bytes: 0, sent_ranges: '[]', address_marks: '[]' };
  await trx
    .insertInto('download_progress')
    .values({ download_id: id, first_at: at, last_at: at, ...nothing, finished_at: at })
    .onConflict((conflict) =>
      conflict
        .column('download_id')
        .doUpdateSet({ finished_at: at })
        .where('download_progress.finished_at', 'is', null),
    )
    .execute();
}

/** Inserts the row or replaces the existing one. */
export async function saveProgress(trx: OpenTransaction, progress: DownloadProgress): Promise<void> {
  const row = {
    ...progress,
    sent_ranges: JSON.stringify(progress.sent_ranges),
    address_marks: JSON.stringify(progress.address_marks),
  };
  await trx
    .insertInto('download_progress')
    .values(row)
    // A page may have reported its arrival meanwhile.
    .onConflict((conflict) =>
      conflict.column('download_id').doUpdateSet(({ fn }) => ({
        ...row,
        finished_at: fn.coalesce('download_progress.finished_at', 'excluded.finished_at'),
      })),
    )
    .execute();
}
