import { type RawBuilder, sql } from 'kysely';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { isHeld } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import type { Acceptance } from './acceptances.tables.ts';

export async function insertAcceptances(trx: OpenTransaction, acceptances: Acceptance[]): Promise<void> {
  await trx.insertInto('acceptances').values(acceptances).execute();
}

type AcceptedRow = Pick<Acceptance, 'id' | 'version' | 'locale' | 'sha256' | 'accepted_at'> & {
  document: NonNullable<Acceptance['document']>;
};

/**
 * Each version of each document that the account has accepted, once, as first accepted; oldest first. Skips from one
 * version to the next over an index, so that the cost does not grow with repeated acceptances.
 */
export async function findAcceptedDocuments(
  queries: Queries,
  accountId: string,
): Promise<AccountAnswer['acceptedDocuments']> {
  const { rows } = await sql<AcceptedRow>`
    with recursive accepted as (
      (select id, document, version, locale, sha256, accepted_at from acceptances
        where account_id = ${accountId} and document is not null
        order by document, version, accepted_at limit 1)
      union all
      select next.* from accepted, lateral (
        select id, document, version, locale, sha256, accepted_at from acceptances
          where account_id = ${accountId} and document is not null
            and (document, version) > (accepted.document, accepted.version)
          order by document, version, accepted_at limit 1) next
    )
    select * from accepted`.execute(queries);
  return rows
    .toSorted((one, other) => one.accepted_at.getTime() - other.accepted_at.getTime())
    .map(({ accepted_at, ...row }) => ({ ...row, acceptedAt: accepted_at.toISOString() }));
}

/**
 * The language in which the account with this id last accepted something, or else orders; null where it has done neither.
 * `accountId` is an expression of SQL, so that other queries can ask for it, too.
 */
export const lastLanguageOf = (accountId: RawBuilder<unknown>) => sql<Locale | null>`
  coalesce(
    (select locale from acceptances where account_id = ${accountId} order by accepted_at desc limit 1),
    (select locale from customers where account_id = ${accountId}))`;

/** The same as a value of its own. */
export async function findLastLanguage(queries: Queries, accountId: string): Promise<Locale | undefined> {
  const { rows } = await sql<{
    locale: Locale | null;
  }>`select ${lastLanguageOf(sql`${accountId}::text`)} as locale`.execute(queries);
  return rows[0]!.locale ?? undefined;
}

/** Everything stored about what the account has accepted, oldest first. */
export async function exportAcceptances(queries: Queries, accountId: string): Promise<Record<string, unknown>[]> {
  const rows = await queries
    .selectFrom('acceptances')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('accepted_at')
    .orderBy('confirmation')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    acceptedAt: row.accepted_at,
    id: row.id,
    confirmation: row.confirmation,
    ...(row.document === null
      ? { text: row.shown_text ?? row.sentence, ...(row.shown_text === null && { isTemplate: true }) }
      : { document: row.document }),
    version: row.version,
    sha256: row.sha256,
    locale: row.locale,
    method: row.method,
    downloadId: row.download_id,
  }));
}

export async function countAcceptances(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('acceptances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every version that somebody has accepted. */
export async function findAcceptedVersions(queries: Queries): Promise<DocumentVersion[]> {
  const rows = await queries
    .selectFrom('acceptances')
    .select(['document', 'version'])
    .distinct()
    .where('document', 'is not', null)
    .orderBy('document')
    .orderBy('version')
    .execute();
  return rows as DocumentVersion[];
}

/** Of accounts that ended before `cutoff`. */
export async function countExpiredAcceptances(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('acceptances')
    .innerJoin('accounts', 'accounts.id', 'acceptances.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accounts.ended_at', '<', cutoff)
    .where(sql<boolean>`not ${isHeld(sql.ref('acceptances.account_id'), 'acceptances')}`)
    .where(isPeriodOver(sql.ref('accounts.ended_at'), { months: retention.policyAcceptanceMonthsAfterAccount }))
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeExpiredAcceptances(queries: Queries, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_acceptances(${cutoff}, ${limit}::integer) as removed`.execute(queries);
  return rows[0]!.removed;
}

/** One acceptance by its id, if there is one. */
export async function findAcceptance(queries: Queries, id: string): Promise<Acceptance | undefined> {
  return queries.selectFrom('acceptances').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everything recorded for the same ticked box: the sentence first, then the documents by name. */
export async function findAcceptancesOfBox(
  queries: Queries,
  { download_id, confirmation }: Pick<Acceptance, 'download_id' | 'confirmation'>,
): Promise<Acceptance[]> {
  const rows = await queries
    .selectFrom('acceptances')
    .selectAll()
    .where('download_id', '=', download_id)
    .where('confirmation', '=', confirmation)
    .orderBy('document')
    .execute();
  return rows.toSorted((one, other) => Number(one.document !== null) - Number(other.document !== null));
}
