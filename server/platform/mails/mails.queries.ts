import { type Kysely, type RawBuilder, sql } from 'kysely';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { isHeld } from '../../contract/retention-rule.ts';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { addressMailKind, type Mail, type MailState } from './mails.tables.ts';
import { findReturnedOf } from './returned-mails.queries.ts';

/** False where one with its key is known. */
export async function insertMail(trx: OpenTransaction, mail: Mail): Promise<boolean> {
  const added = await trx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/** A mail whose turn it is. */
export type ClaimedMail = Mail & { recipient: string; message: string };

/**
 * Takes the mail that has waited longest, or least, so that no other process sends it. Committed before anything is sent.
 */
export async function claimDue(
  queries: Queries,
  now: Date,
  which: 'oldest' | 'newest',
): Promise<ClaimedMail | undefined> {
  // By the index alone: with another column, each claim would sort everything that is due.
  const order = sql.raw(which === 'oldest' ? 'due_at' : 'due_at desc');
  const { rows } = await sql<ClaimedMail>`
    update mails set state = 'sending', attempts = attempts + 1, attempted_at = ${now}::timestamptz, due_at = null
      where id = (
        select id from mails where due_at <= ${now}::timestamptz order by ${order} limit 1 for update skip locked)
      returning *`.execute(queries);
  return rows[0];
}

/** What became of one attempt. */
export type AttemptEnd = Pick<Mail, 'outcome' | 'due_at' | 'settled_at' | 'deferrals'> & {
  state: Exclude<MailState, 'queued' | 'sending'>;
};

/**
 * Notes it, also where the attempt had been given up meanwhile: what its own process learned is the truth. Returns false once
 * another attempt has begun.
 */
export async function endAttempt(
  queries: Queries,
  { id, attempts }: Pick<Mail, 'id' | 'attempts'>,
  end: AttemptEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('mails')
    // Without its message it cannot wait for another attempt.
    .set((where) => ({
      ...end,
      ...(end.due_at && {
        state: sql<MailState>`case when ${where.ref('message')} is null then 'bounced' else ${end.state}::text end`,
        due_at: sql<Date | null>`case when ${where.ref('message')} is null then null else ${end.due_at}::timestamptz end`,
      }),
    }))
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['sending', 'unknown', 'deferred'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Attempts that began before `cutoff` and never ended: their process did. Whether the mail left, nobody knows; it is sent
 * again only where two are better than none. Returns the ids of all of them.
 */
export const giveUpAttempts = (queries: Queries, cutoff: Date, now: Date): Promise<Pick<Mail, 'id' | 'state'>[]> =>
  doubt(queries, sql`state = 'sending' and attempted_at < ${cutoff}::timestamptz`, { outcome: 'interrupted', now });

/**
 * Mails of a restored dump that were due by `now` may have left since it was made. They are sent again only where two are better than
 * none, as above.
 */
export const doubtDue = (owner: Kysely<unknown>, now: Date): Promise<Pick<Mail, 'id' | 'state'>[]> =>
  doubt(owner, sql`state = 'sending' or due_at <= ${now}::timestamptz`, { outcome: 'restored', now });

async function doubt(
  queries: Queries | Kysely<unknown>,
  which: RawBuilder<unknown>,
  { outcome, now }: { outcome: string; now: Date },
): Promise<Pick<Mail, 'id' | 'state'>[]> {
  const isSentAgain = sql`when_unknown = 'send-again' and message is not null`;
  const { rows } = await sql<Pick<Mail, 'id' | 'state'>>`
    update mails set
        state = case when ${isSentAgain} then 'deferred' else 'unknown' end,
        due_at = case when ${isSentAgain} then ${now}::timestamptz end,
        settled_at = case when ${isSentAgain} then null else ${now}::timestamptz end,
        outcome = ${outcome}
      where ${which}
      returning id, state`.execute(queries as Queries);
  return rows;
}

/** A mail that had been taken has come back, perhaps before its own process notes that it was; its address, unless that is gone. Undefined where that is known already. */
export async function markReturned(
  queries: Queries,
  id: string,
  outcome: string,
  now: Date,
): Promise<Pick<Mail, 'kind' | 'recipient' | 'account_id'> | undefined> {
  return queries
    .updateTable('mails')
    .set({ state: 'bounced', due_at: null, settled_at: now, outcome })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unknown', 'deferred', 'sending'])
    .returning(['kind', 'recipient', 'account_id'])
    .executeTakeFirst();
}

const probeAfter = sql`make_interval(days => ${7 * mailDelivery.probeAfterWeeks}::integer)`;
const probeLasts = sql`make_interval(days => ${mailDelivery.probeDays}::integer)`;

/** Nothing goes there, unless the one mail that tried it has not come back. */
const isClosed = (now: Date) => sql<boolean>`(probed_at is null or suppressed_at >= probed_at
  or probed_at + ${probeLasts} > ${now}::timestamptz)`;

export async function isSuppressed(queries: Queries, addressSha256: string, now: Date): Promise<boolean> {
  const row = await queries
    .selectFrom('mail_suppressions')
    .select('address_sha256')
    .where('address_sha256', '=', addressSha256)
    .where(isClosed(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this mail is the one that tries an address again which was given up weeks ago. */
export async function claimProbe(
  queries: Queries,
  { addressSha256, mailId, now }: { addressSha256: string; mailId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_suppressions set probed_at = coalesce(probed_at, ${now}::timestamptz), probed_by = ${mailId}::uuid
      where address_sha256 = ${addressSha256} and (probed_by = ${mailId}::uuid and suppressed_at < probed_at
        or probed_by is null and suppressed_at + ${probeAfter} <= ${now}::timestamptz)`.execute(queries);
  return Number(numAffectedRows) > 0;
}

/** Known again after it had counted as existing, it may be tried once more. */
export async function insertSuppression(
  queries: Queries,
  { address_sha256, outcome, suppressed_at }: { address_sha256: string; outcome: string; suppressed_at: Date },
): Promise<void> {
  const isLater = sql`known.probed_at + ${probeLasts} <= excluded.suppressed_at and known.suppressed_at < known.probed_at`;
  await sql`
    insert into mail_suppressions as known (address_sha256, outcome, suppressed_at)
      values (${address_sha256}, ${outcome}, ${suppressed_at}::timestamptz)
      on conflict (address_sha256) do update set outcome = excluded.outcome, suppressed_at = excluded.suppressed_at,
        probed_at = case when ${isLater} then null else known.probed_at end,
        probed_by = case when ${isLater} then null else known.probed_by end`.execute(queries);
}

/** Everything that was sent to the holder of the account, oldest first. */
export const exportMails = (trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> =>
  describeMails(trx, sql<boolean>`account_id = ${accountId}`);

/** Those of no account. */
export const exportMailsTo = (trx: OpenTransaction, email: string): Promise<Record<string, unknown>[]> =>
  describeMails(trx, sql<boolean>`account_id is null and lower(recipient) = lower(${email}::text)`);

/** Their words let whoever reads them act as the owner of the address, which a session does not prove. */
const codeMailKinds: readonly string[] = [
  'request-identify',
  'request-answered',
  'access-confirm',
  'sale-confirm',
  'macos-confirm',
  addressMailKind,
];

/** The id of a mail is for those who send it. */
const withoutId = (message: string | null) => message?.replace(/^message-id:.*\r\n(?:[ \t].*\r\n)*/im, '') ?? null;

async function describeMails(trx: OpenTransaction, which: RawBuilder<boolean>): Promise<Record<string, unknown>[]> {
  const rows = await trx.selectFrom('mails').selectAll().where(which).orderBy('enqueued_at').orderBy('id').execute();
  const returned = await findReturnedOf(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    kind: row.kind,
    locale: row.locale,
    recipient: row.recipient,
    message: codeMailKinds.includes(row.kind) ? null : withoutId(row.message),
    state: row.state,
    attempts: row.attempts,
    deferrals: row.deferrals,
    enqueuedAt: row.enqueued_at,
    giveUpAt: row.give_up_at,
    dueAt: row.due_at,
    attemptedAt: row.attempted_at,
    settledAt: row.settled_at,
    letterSentAt: row.letter_sent_at,
    outcome: row.outcome,
    // Of what came back and had to be looked at, whatever is kept here.
    returned: returned.get(row.id) ?? [],
  }));
}

/** Whether a mail with this key was sent, or waits. */
export async function isMailKnown(queries: Queries, dedupeKey: string): Promise<boolean> {
  const found = await queries.selectFrom('mails').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst();
  return found !== undefined;
}

/** The newest mails in these states, of one account or of all. */
export const findMails = (
  queries: Queries,
  { states, accountId, limit }: { states: readonly MailState[]; accountId: string | undefined; limit: number },
): Promise<Mail[]> =>
  queries
    .selectFrom('mails')
    .selectAll()
    .where('state', 'in', states)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .orderBy('enqueued_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The notice of a measure that is lifted or over is owed to nobody. */
const isOfStandingMeasure = sql<boolean>`not exists (select from account_measures as act
  where mails.dedupe_key = 'measure-notice ' || act.measure_id and act.act in ('lift', 'end'))`;

/** Something came back that nobody has looked at yet. */
const isDoubted = sql<boolean>`exists (select from returned_mails where mail_id = mails.id and decided_at is null)`;

/** What people have to receive in one way or another. */
const owedKinds: readonly string[] = [
  'contract-confirmation',
  'change-notice',
  'measure-suspend',
  'measure-throttle',
  'measure-block',
  'measure-prove',
];

/** Also those whose account has ended: by that measure, or before. */
const owedAfterEnd: readonly string[] = ['measure-terminate', 'breach-notice'];

/**
 * Mails to accounts that were given back, were not sent to an address that does not exist, may not have arrived, or about which something came
 * back that waits for a person; until somebody has sent a letter, or the account is erased.
 */
const owedLetters = sql`
  from mails join accounts on accounts.id = mails.account_id
    where mails.kind = any(${[...owedKinds, ...owedAfterEnd]}::text[]) and mails.letter_sent_at is null
      and (mails.state in ('bounced', 'suppressed', 'unknown') or mails.state = 'sent' and ${isDoubted})
      and mails.settled_at is not null and accounts.email is not null and ${isOfStandingMeasure}
      and (accounts.status <> 'ended' or mails.kind = any(${owedAfterEnd}::text[]))`;

export async function findOwedLetters(queries: Queries): Promise<Mail[]> {
  const { rows } = await sql<Mail>`select mails.* ${owedLetters} order by mails.enqueued_at, mails.id`.execute(queries);
  return rows;
}

/** Legal mails that did not reach anybody. */
export const lettersOwed: WaitingKind = {
  name: 'letters',
  settledBy: ['mail letters --sent <id>', 'mail send-again <id>'],
  select: sql`select mails.id::text as id, mails.settled_at as since, null::timestamptz as due,
      mails.kind || ' to ' || mails.account_id as about ${owedLetters}`,
};

/** False where no letter is owed for it. */
export async function noteLetter(trx: OpenTransaction, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mails set letter_sent_at = ${now}::timestamptz where id = ${id}::uuid
      and id in (select mails.id ${owedLetters})`.execute(trx);
  return Number(numAffectedRows) > 0;
}

/** Nobody else sends or changes it until the transaction is over. */
export const lockMail = (trx: OpenTransaction, id: string): Promise<Mail | undefined> =>
  trx.selectFrom('mails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** As if it were new, with its own id and words. */
export async function queueAgain(trx: OpenTransaction, id: string, now: Date, giveUpAt: Date): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ state: 'queued', due_at: now, give_up_at: giveUpAt, settled_at: null, outcome: null, deferrals: 0 })
    .where('id', '=', id)
    .execute();
}

/** False where the account's address was not known to be dead. */
export async function removeSuppression(trx: OpenTransaction, addressSha256: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mail_suppressions')
    .where('address_sha256', '=', addressSha256)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What a mail said and to whom, gone; one that still waited is not sent. The record stays. */
const emptied = sql`
  recipient = null, message = null, due_at = null,
  settled_at = case when state in ('queued', 'deferred') then service_now() else settled_at end,
  outcome = case when state in ('queued', 'deferred') then 'removed' else outcome end,
  state = case when state in ('queued', 'deferred') then 'bounced' else state end`;

export async function emptyMailsOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await sql`update mails set ${emptied} where account_id = ${accountId} and message is not null`.execute(trx);
}

/** Mails of accounts, enqueued before `cutoff`, that still say something. */
const isOldLetter = (cutoff: Date) =>
  sql`enqueued_at < ${cutoff}::timestamptz and message is not null and account_id is not null
    and not ${isHeld(sql.ref('account_id'), 'mails')}`;

/** Of nobody with an account: no record of them is needed. */
const isOldOfNobody = (cutoff: Date) => sql`enqueued_at < ${cutoff}::timestamptz and account_id is null`;

const countWhere = async (queries: Queries, condition: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from mails where ${condition}`.execute(queries);
  return rows[0]!.count;
};

export const countOldLetters = (queries: Queries, cutoff: Date) => countWhere(queries, isOldLetter(cutoff));
export const countOldMailsOfNobody = (queries: Queries, cutoff: Date) => countWhere(queries, isOldOfNobody(cutoff));

export async function emptyOldLetters(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set ${emptied} where ctid = any(array(
      select ctid from mails where ${isOldLetter(cutoff)} limit ${limit}::integer for update skip locked))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

export async function removeOldMailsOfNobody(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mails where ctid = any(array(
      select ctid from mails where ${isOldOfNobody(cutoff)} limit ${limit}::integer for update skip locked))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}
