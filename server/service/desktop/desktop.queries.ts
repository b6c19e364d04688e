import { sql } from 'kysely';
import type { AccountStatus } from '../../../shared/api/account.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';

/** What must be known before the app is served. */
interface Standing {
  status: AccountStatus;
  /** Its holder wants the data to be kept and not used. */
  isRestricted: boolean;
  /** Names of the documents that were accepted, in any version. */
  accepted: string[];
  /** Null where the session was not seen before. */
  signedInAt: Date | null;
}

/** Undefined where nothing is stored about the account. One query: every call of the app begins with it. */
export async function findStanding(
  queries: Queries,
  accountId: string,
  sessionSha256: string,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select a.status, a.restricted_at is not null as "isRestricted",
        array(select distinct document from acceptances
          where account_id = a.id and document is not null) as accepted,
        s.signed_in_at as "signedInAt"
      from accounts a
        left join desktop_sessions s on s.session_sha256 = ${sessionSha256} and s.account_id = a.id
      where a.id = ${accountId}`.execute(queries);
  return rows[0];
}

/** The first entry stays; returns it. */
export async function enterSession(
  queries: Queries,
  session: { session_sha256: string; account_id: string; signed_in_at: Date },
): Promise<Date> {
  await queries
    .insertInto('desktop_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('session_sha256').doNothing())
    .execute();
  const row = await queries
    .selectFrom('desktop_sessions')
    .select('signed_in_at')
    .where('session_sha256', '=', session.session_sha256)
    .executeTakeFirst();
  return row?.signed_in_at ?? session.signed_in_at;
}

export async function countSignedInBefore(queries: Queries, time: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('desktop_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('signed_in_at', '<', time)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function removeSignedInBefore(trx: OpenTransaction, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('desktop_sessions')
    .where('session_sha256', 'in', (select) =>
      select
        .selectFrom('desktop_sessions')
        .select('session_sha256')
        .where('signed_in_at', '<', time)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function exportSessions(queries: Queries, accountId: string): Promise<Record<string, unknown>[]> {
  const rows = await queries
    .selectFrom('desktop_sessions')
    .select('signed_in_at')
    .where('account_id', '=', accountId)
    .orderBy('signed_in_at')
    .execute();
  return rows.map((row) => ({ signedInAt: row.signed_in_at }));
}

export async function removeSessionsOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx.deleteFrom('desktop_sessions').where('account_id', '=', accountId).execute();
}
