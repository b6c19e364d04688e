import { type RawBuilder, sql } from 'kysely';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { mailboxOf } from '../../people/accounts/accounts.ts';
import type { DismissalReason, Notice } from './notices.tables.ts';

const mailbox = mailboxOf(sql`n.email`);

/** What reaches one mailbox is kept one after the other, so that each knows how many came before it. */
export async function lockMailbox(trx: OpenTransaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notices ' || ${mailboxOf(sql`${email}::text`)}))`.execute(trx);
}

export async function insertNotice(trx: OpenTransaction, notice: Notice): Promise<void> {
  await trx.insertInto('notices').values(notice).execute();
}

/** How many came before it and after `since`: for its mailbox, for its domain, and in all. */
export async function countBefore(
  queries: Queries,
  { id, email, received_at }: Notice,
  since: Date,
): Promise<{ ofMailbox: number; ofDomain: number; ofAll: number }> {
  const { rows } = await sql<{ ofMailbox: number; ofDomain: number; ofAll: number }>`
    select (count(*) filter (where ${mailbox} = ${mailboxOf(sql`${email}::text`)}))::integer as "ofMailbox",
        (count(*) filter (where lower(split_part(n.email, '@', 2)) = lower(split_part(${email}, '@', 2))))::integer as "ofDomain",
        count(*)::integer as "ofAll"
      from notices n where n.received_at > ${since}::timestamptz
        and (n.received_at, n.id) < (${received_at}::timestamptz, ${id}::uuid)`.execute(queries);
  return rows[0]!;
}

/** Accounts whose own address, or whose billing address, reaches the same mailbox. */
const accounts = sql`array(
  select a.id from accounts a where ${mailboxOf(sql`a.email`)} = ${mailbox}
  union select c.account_id from customers c where ${mailboxOf(sql`c.email`)} = ${mailbox} order by 1)`;

/** Whether something was served under exactly this address, and it is not one that waits to be confirmed: to type one costs nothing. */
export async function isOfCustomer(queries: Queries, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from terms t join subscriptions s on s.id = t.subscription_id
        where s.account_id in (
          select a.id from accounts a where lower(a.email) = lower(${email})
          union select c.account_id from customers c where lower(c.email) = lower(${email}))
        and not exists (select from account_addresses n where n.account_id = s.account_id
          and lower(n.address) = lower(${email}) and n.confirmed_at is null)) as found`.execute(queries);
  return rows[0]!.found;
}

/** Accounts for which exactly this address was entered, oldest first. */
export async function findAccountsNaming(queries: Queries, email: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a left join customers c on c.account_id = a.id
      where lower(a.email) = lower(${email}) or lower(c.email) = lower(${email})
      order by a.created_at, a.id limit ${limit}::integer`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Whether a mail to the account, or a bill of it, reaches the mailbox that a notice names. */
export async function isOfAccount(queries: Queries, { email }: Notice, accountId: string): Promise<boolean> {
  const named = mailboxOf(sql`${email}::text`);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from accounts where id = ${accountId} and ${mailboxOf(sql`email`)} = ${named})
      or exists (select from customers where account_id = ${accountId} and ${mailboxOf(sql`email`)} = ${named}) as found`.execute(
    queries,
  );
  return rows[0]!.found;
}

type FoundNotice = Notice & {
  /** The account for which it was carried out. */
  assigned: string | null;
  dismissed: DismissalReason | null;
};

type ListedNotice = FoundNotice & { accounts: string[] };

const outcome = sql`
  (select s.account_id from subscription_events e join subscriptions s on s.id = e.subscription_id
    where e.source = 'notice ' || n.id and e.source like 'notice %' limit 1) as assigned,
  (select d.reason from notice_dismissals d where d.id = n.id) as dismissed`;

const isSettled = sql<boolean>`(
  exists (select from subscription_events e where e.source = 'notice ' || n.id and e.source like 'notice %')
  or exists (select from notice_dismissals d where d.id = n.id))`;

/** Which are listed: those that wait for a person, only those of them with a known account, or those that no longer wait. */
export type NoticeFilter = 'open' | 'known' | 'settled';

const filters: Record<NoticeFilter, RawBuilder<boolean>> = {
  open: sql`not ${isSettled}`,
  known: sql`not ${isSettled} and cardinality(${accounts}) > 0`,
  settled: isSettled,
};

/** Withdrawals and cancellations whose contract nobody has found. */
export const openNotices: WaitingKind = {
  name: 'withdrawals',
  settledBy: ['notice assign <id> <account id>', 'notice dismiss <id> --reason <reason>'],
  select: sql`select n.id::text as id, n.received_at as since, null::timestamptz as due, n.kind as about
    from notices n where ${filters.open}`,
};

/** The oldest first, those after `after`, with the accounts that they may be of. */
export async function listNotices(
  queries: Queries,
  { filter, after, limit }: { filter: NoticeFilter; after: string | null; limit: number },
): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select n.*, ${accounts} as accounts, ${outcome} from notices n
      where ${filters[filter]} and (${after}::uuid is null
        or (n.received_at, n.id) > (select received_at, id from notices where id = ${after}::uuid))
      order by n.received_at, n.id limit ${limit}::integer`.execute(queries);
  return rows;
}

/** How many wait, or have waited; of those that wait, the oldest, and how many arrived before `since`. */
export async function countNotices(
  queries: Queries,
  { filter, since }: { filter: NoticeFilter; since: Date },
): Promise<{ count: number; overdue: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; overdue: number; oldest: Date | null }>`
    select count(*)::integer as count, (count(*) filter (where n.received_at < ${since}::timestamptz))::integer as overdue,
        min(n.received_at) as oldest
      from notices n where ${filters[filter]}`.execute(queries);
  return rows[0]!;
}

export async function findNotice(queries: Queries, id: string): Promise<FoundNotice | undefined> {
  const { rows } = await sql<FoundNotice>`select n.*, ${outcome} from notices n where n.id = ${id}::uuid`.execute(
    queries,
  );
  return rows[0];
}

export async function insertDismissal(
  trx: OpenTransaction,
  id: string,
  reason: DismissalReason,
  at: Date,
): Promise<void> {
  await trx.insertInto('notice_dismissals').values({ id, reason, dismissed_at: at }).execute();
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
