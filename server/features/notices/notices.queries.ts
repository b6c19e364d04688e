import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Notice } from './notices.tables.ts';

/** Notices of one address are counted one after the other. */
export async function lockAddress(trx: OpenTransaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`notices ${email.toLowerCase()}`}))`.execute(trx);
}

/** How many an address has sent in after `since`. */
export async function countNotices(trx: OpenTransaction, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notices
      where lower(email) = lower(${email}) and received_at > ${since}::timestamptz`.execute(trx);
  return rows[0]!.count;
}

export async function insertNotice(trx: OpenTransaction, notice: Notice): Promise<void> {
  await trx.insertInto('notices').values(notice).execute();
}

type FoundNotice = Notice & {
  /** The account for which it was carried out. */
  assigned: string | null;
};

const assigned = sql`(select s.account_id from subscription_events e join subscriptions s on s.id = e.subscription_id
  where e.source = 'notice ' || n.id and e.source like 'notice %' limit 1) as assigned`;

/** The newest first, with the accounts whose billing data name the address. */
export async function listNotices(queries: Queries, limit: number): Promise<(FoundNotice & { accounts: string[] })[]> {
  const { rows } = await sql<FoundNotice & { accounts: string[] }>`
    select n.*, array(select c.account_id from customers c where lower(c.email) = lower(n.email) order by 1) as accounts,
        ${assigned}
      from notices n order by n.received_at desc, n.id limit ${limit}::integer`.execute(queries);
  return rows;
}

/** Everything that was sent in under an address, oldest first. */
export const exportNoticesOf = (queries: Queries, email: string): Promise<Record<string, unknown>[]> =>
  describeNotices(queries, sql`lower(n.email) = lower(${email}::text)`);

/** What an operator has carried out for the account, oldest first. */
export const exportNoticesFor = (queries: Queries, accountId: string): Promise<Record<string, unknown>[]> =>
  describeNotices(
    queries,
    sql`exists (select from subscription_events e join subscriptions s on s.id = e.subscription_id
      where s.account_id = ${accountId} and e.source = 'notice ' || n.id)`,
  );

async function describeNotices(queries: Queries, which: RawBuilder<unknown>): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Notice>`select n.* from notices n where ${which} order by received_at, id`.execute(
    queries,
  );
  return rows.map(({ id, kind, full_name, email, contract, locale, received_at }) => ({
    id,
    kind,
    fullName: full_name,
    email,
    contract,
    locale,
    receivedAt: received_at,
  }));
}

export async function findNotice(queries: Queries, id: string): Promise<FoundNotice | undefined> {
  const { rows } = await sql<FoundNotice>`select n.*, ${assigned} from notices n where n.id = ${id}::uuid`.execute(
    queries,
  );
  return rows[0];
}
