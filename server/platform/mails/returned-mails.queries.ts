import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isHeld } from '../../contract/retention-rule.ts';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Mail, ReturnedMailRow } from './mails.tables.ts';

export type ReturnedTo = Pick<Mail, 'id' | 'recipient' | 'account_id'>;

export const findReturnedTo = (queries: Queries, mailId: string): Promise<ReturnedTo | undefined> =>
  queries.selectFrom('mails').select(['id', 'recipient', 'account_id']).where('id', '=', mailId).executeTakeFirst();

/** As many wait of one mail: the next says no more. Only who knows its mark can add any. */
const maxOfOneMail = 5;

/** As many wait that are about no mail of ours, which anybody can send. */
const maxForeign = 1000;

/** False where enough of its kind waits already. */
export async function insertReturned(
  queries: Queries,
  row: Omit<ReturnedMailRow, 'id' | 'decided_at' | 'decision'>,
): Promise<boolean> {
  const { mail_id, form, mailbox_key } = row;
  const most = mail_id ? maxOfOneMail : maxForeign;
  const { rows } = await sql<{ isKnown: boolean }>`
    with known as (select from returned_mails where mailbox_key = ${mailbox_key}), added as (
      insert into returned_mails (id, mailbox_key, mail_id, account_id, form, sender, subject, arrived_at)
        select ${randomUUID()}::uuid, ${mailbox_key}, ${mail_id}::uuid, ${row.account_id}::text, ${form}, ${row.sender},
            ${row.subject}, ${row.arrived_at}::timestamptz
          where (select count(*) from returned_mails
            where decided_at is null and mail_id is not distinct from ${mail_id}::uuid) < ${most}::integer
        on conflict (mailbox_key) do nothing returning id)
      select exists (select from known) or exists (select from added) as "isKnown"`.execute(queries);
  return rows[0]!.isKnown;
}

/** Which of these were noted to wait, and whether a person has decided. */
export async function findHandled(
  queries: Queries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, 'waits' | 'decided'>> {
  const rows = await queries
    .selectFrom('returned_mails')
    .select(['mailbox_key', 'decided_at'])
    .where(sql<boolean>`mailbox_key = any(${keys}::text[])`)
    .execute();
  return new Map(rows.map(({ mailbox_key, decided_at }) => [mailbox_key, decided_at ? 'decided' : 'waits']));
}

/** What came back and nobody has understood. */
export const returnedMails: WaitingKind = {
  name: 'returned-mail',
  settledBy: ['mail returned <id> --means <not-delivered|nothing>'],
  select: sql`select id::text as id, arrived_at as since, null::timestamptz as due,
      form || coalesce(' about mail ' || mail_id, ' about no mail of ours') as about
    from returned_mails where decided_at is null`,
};

export type WaitingReturned = Pick<ReturnedMailRow, 'id' | 'mail_id' | 'form' | 'sender' | 'subject' | 'arrived_at'> & {
  kind: string | null;
};

/** What waits for a person, the oldest first. */
export const findWaitingReturned = (queries: Queries, limit: number): Promise<WaitingReturned[]> =>
  queries
    .selectFrom('returned_mails')
    .leftJoin('mails', 'mails.id', 'returned_mails.mail_id')
    .select([
      'returned_mails.id',
      'returned_mails.mail_id',
      'returned_mails.form',
      'returned_mails.sender',
      'returned_mails.subject',
      'returned_mails.arrived_at',
      'mails.kind',
    ])
    .where('returned_mails.decided_at', 'is', null)
    .orderBy('returned_mails.arrived_at')
    .orderBy('returned_mails.id')
    .limit(limit)
    .execute();

/** What came back, as the holder of its mail is told, by the mail. */
export async function findReturnedOf(
  queries: Queries,
  mailIds: readonly string[],
): Promise<ReadonlyMap<string | null, Record<string, unknown>[]>> {
  const rows = await queries
    .selectFrom('returned_mails')
    .selectAll()
    .where(sql<boolean>`mail_id = any(${mailIds}::uuid[])`)
    .orderBy('arrived_at')
    .execute();
  const found = new Map<string | null, Record<string, unknown>[]>();
  for (const { mail_id, form, sender, subject, arrived_at, decided_at, decision } of rows) {
    const told = { form, sender, subject, arrivedAt: arrived_at, decidedAt: decided_at, decision };
    found.set(mail_id, [...(found.get(mail_id) ?? []), told]);
  }
  return found;
}

export async function countWaitingReturned(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from returned_mails where decided_at is null`.execute(queries);
  return rows[0]!.count;
}

/** The mail that it is about; undefined where none waits with this id. */
export const decideReturned = (
  trx: OpenTransaction,
  id: string,
  { decision, now }: { decision: NonNullable<ReturnedMailRow['decision']>; now: Date },
): Promise<Pick<ReturnedMailRow, 'mail_id'> | undefined> =>
  trx
    .updateTable('returned_mails')
    .set({ decision, decided_at: now })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning('mail_id')
    .executeTakeFirst();

export async function deleteReturnedOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx.deleteFrom('returned_mails').where('account_id', '=', accountId).execute();
}

const isOld = (cutoff: Date): RawBuilder<boolean> =>
  sql`arrived_at < ${cutoff}::timestamptz and not ${isHeld(sql.ref('account_id'), 'mails')}`;

export async function countOldReturned(queries: Queries, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from returned_mails where ${isOld(cutoff)}`.execute(queries);
  return rows[0]!.count;
}

type RemovedReturned = Pick<ReturnedMailRow, 'mail_id' | 'arrived_at' | 'decided_at'>;

export async function removeOldReturned(trx: OpenTransaction, cutoff: Date, limit: number): Promise<RemovedReturned[]> {
  const { rows } = await sql<RemovedReturned>`
    delete from returned_mails where ctid = any(array(
      select ctid from returned_mails where ${isOld(cutoff)} limit ${limit}::integer for update skip locked))
      returning mail_id, arrived_at, decided_at`.execute(trx);
  return rows;
}
