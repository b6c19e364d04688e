import { sql } from 'kysely';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { Acceptance, OpenTransaction, Queries } from '../../database/schema.ts';

export async function insertAcceptances(trx: OpenTransaction, acceptances: Acceptance[]): Promise<void> {
  await trx.insertInto('acceptances').values(acceptances).execute();
}

/** Each version of each document that the account has accepted, once, as it was accepted first; oldest first. */
export async function findAcceptedDocuments(
  queries: Queries,
  accountId: string,
): Promise<AccountAnswer['acceptedDocuments']> {
  const rows = await queries
    .selectFrom('acceptances')
    .distinctOn(['document', 'version'])
    .select(['id', 'document', 'version', 'locale', 'sha256', 'accepted_at'])
    .where('account_id', '=', accountId)
    .where('document', 'is not', null)
    .$narrowType<{ document: NonNullable<Acceptance['document']> }>()
    .orderBy('document')
    .orderBy('version')
    .orderBy('accepted_at')
    .execute();
  return rows
    .toSorted((one, other) => one.accepted_at.getTime() - other.accepted_at.getTime())
    .map(({ accepted_at, ...row }) => ({ ...row, acceptedAt: accepted_at.toISOString() }));
}

/** The sentences beside the boxes that were ticked for each download of the account. */
export async function findConfirmedSentences(
  queries: Queries,
  accountId: string,
): Promise<{ downloadId: string; text: string; isTemplate: boolean }[]> {
  const rows = await queries
    .selectFrom('acceptances')
    .select(['download_id', 'sentence', 'shown_text'])
    .where('account_id', '=', accountId)
    .where('sentence', 'is not', null)
    .orderBy('accepted_at')
    .orderBy('confirmation')
    .execute();
  return rows.map(({ download_id, sentence, shown_text }) => ({
    downloadId: download_id,
    text: shown_text ?? sentence ?? '',
    isTemplate: shown_text === null,
  }));
}

/** Of accounts that ended before `cutoff`. */
export async function countExpiredAcceptances(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('acceptances')
    .innerJoin('accounts', 'accounts.id', 'acceptances.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accounts.ended_at', '<', cutoff)
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeExpiredAcceptances(queries: Queries, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_acceptances(${cutoff}) as removed`.execute(queries);
  return rows[0]!.removed;
}

/** One acceptance by its id, if there is one. */
export async function findAcceptance(queries: Queries, id: string): Promise<Acceptance | undefined> {
  return queries.selectFrom('acceptances').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everything that was recorded of the same ticked box: the sentence first, then the documents by name. */
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
