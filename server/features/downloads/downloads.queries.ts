import { sql } from 'kysely';
import type { DownloadRecord, OpenTransaction, Queries } from '../../database/schema.ts';

/**
 * Lets one transaction at a time work on the downloads of an account, also of one that does not exist yet; held to the
 * end of the transaction.
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

export async function findDownload(queries: Queries, id: string): Promise<DownloadRecord | undefined> {
  return queries.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirst();
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

export async function insertDownload(trx: OpenTransaction, download: DownloadRecord): Promise<void> {
  await trx.insertInto('downloads').values(download).execute();
}

/** Of everybody, newest first. */
export async function findNewestDownloads(queries: Queries, limit: number): Promise<DownloadRecord[]> {
  return queries.selectFrom('downloads').selectAll().orderBy('started_at', 'desc').orderBy('id').limit(limit).execute();
}
