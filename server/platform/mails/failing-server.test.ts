import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { minuteMs } from '../../../shared/durations.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { connectMailServer, type Patience } from '../../integrations/mail-server.ts';
import { deliverDue } from './delivery.ts';
import { findOwedLetters } from './mails.queries.ts';

/** `FAILING_MAILS=50000 npm test -- failing-server` measures. */
const measured = Number(process.env.FAILING_MAILS ?? 0);
const count = measured || 300;
/** `SMTP_ANSWER_MS=60000 npm test -- failing-server` really waits: a minute for each answer. */
const answerAfterMs = Number(process.env.SMTP_ANSWER_MS ?? 20);

const config = readConfig({});
let database: Database;
let remove: () => Promise<void>;
let now: Date;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());
beforeEach(async () => {
  now = new Date('2026-11-24T12:00:00Z');
  await database.asOwner((owner) => sql`truncate mails, accounts cascade`.execute(owner));
});

const deliver = ({ url }: Pick<TestMailServer, 'url'>, patience?: Patience) =>
  deliverDue({
    config,
    database,
    server: connectMailServer({ smtpUrl: url, needsTls: false }, '', patience),
    clock: () => now,
    log: { info: () => {}, warn: () => {} },
    returnAddress: (id) => `bounce+${id}@writing-ant.example`,
  });

/** By the last two digits; the others are taken. */
const manners = ['busy', 'later', 'full', 'gone', 'spam', 'barred', 'unsure', 'unsure', 'cut', 'cut'];
/** What makes everybody wait, once. */
const slow = ['hang', 'hang', 'silent', 'silent', 'drop', 'drop'];

/** A legal notice to everybody, each to an account of its own; every second one is better sent twice than not at all. */
async function writeNotices(many: number): Promise<void> {
  const { id: _, email: __, ...account } = anAccount({ created_at: now, updated_at: now });
  const numbers = sql`generate_series(1, ${many}::integer) n`;
  const address = sql`(case when n <= ${slow.length}::integer then (${slow}::text[])[n]
    else coalesce((${manners}::text[])[n % 100 + 1], 'n') end || '+' || n || '@customers.example')`;
  await sql`
    insert into accounts (id, email, ${sql.join(Object.keys(account).map((name) => sql.ref(name)))})
      select 'user_' || n, ${address}, ${sql.join(Object.values(account))} from ${numbers}`.execute(database.kysely);
  await sql`
    insert into account_addresses (id, account_id, address, locale, noted_at, asked_times, confirmed_at, confirmed_by)
      select gen_random_uuid(), 'user_' || n, ${address}, 'de', ${now}::timestamptz, 0, ${now}::timestamptz, 'provider'
        from ${numbers}`.execute(database.kysely);
  await sql`
    insert into mails (id, dedupe_key, kind, account_id, locale, recipient, message, state, when_unknown, attempts, deferrals,
        enqueued_at, give_up_at, due_at)
      select gen_random_uuid(), 'notice ' || n, 'change-notice', 'user_' || n, 'de', ${address}, ${'Subject: Notice\r\n\r\nWords\r\n'},
          'queued', case when n % 2 = 0 then 'send-again' else 'ask' end, 0, 0,
          ${now}::timestamptz, ${now}::timestamptz + interval '48 hours', ${now}::timestamptz
        from ${numbers}`.execute(database.kysely);
}

async function findNextDue(): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select min(due_at) as due from mails`.execute(database.kysely);
  return rows[0]!.due;
}

it('a notice to everybody over a server that fails in every way: what did not arrive is told, and nobody who is to be asked is written to twice', {
  timeout: 3_600_000,
}, async () => {
  const began = performance.now();
  await writeNotices(count);
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, Math.round(process.memoryUsage().rss / 2 ** 20));
  }, 200);
  // Refuses every connection.
  const dead = await startMailServer();
  await dead.close();
  for (let minute = 0; minute < 3; minute += 1) {
    await deliver(dead);
    now = new Date(now.getTime() + minuteMs);
  }
  // Ends amid its work.
  const first = await startMailServer();
  const third = async () => {
    while (first.received.length < count / 3) await first.nextArrival();
  };
  const patience = { answerMs: 1_000, wholeMs: 60_000 };
  const work = deliver(first, patience);
  await Promise.race([third(), work]);
  await first.close();
  await work;
  const second = await startMailServer();
  for (let due = await findNextDue(); due; due = await findNextDue()) {
    now = new Date(Math.max(now.getTime() + minuteMs, due.getTime()));
    await deliver(second, patience);
  }
  await second.close();
  clearInterval(watch);

  const mails = await database.kysely
    .selectFrom('mails')
    .select(['recipient', 'state', 'when_unknown'])
    .orderBy('dedupe_key')
    .execute();
  const arrivals = new Map<string, number>();
  for (const { to } of [...first.received, ...second.received]) arrivals.set(to[0]!, (arrivals.get(to[0]!) ?? 0) + 1);
  const taken = new Set([...first.taken, ...second.taken]);
  const states: Record<string, number> = {};
  for (const { recipient, state, when_unknown } of mails) {
    states[state] = (states[state] ?? 0) + 1;
    const arrived = arrivals.get(recipient!) ?? 0;
    if (arrived > 1) expect([recipient, when_unknown]).toEqual([recipient, 'send-again']);
    if (state === 'sent') expect(taken).toContain(recipient);
    if (state === 'bounced') expect(taken).not.toContain(recipient);
  }
  expect(Object.keys(states).toSorted(), 'nothing waits any more').toEqual(['bounced', 'sent', 'unknown']);
  expect(states.sent).toBeGreaterThan(count * 0.9);
  expect(Math.max(...arrivals.values()), 'some were worth a second one').toBeGreaterThan(1);
  // Whatever is not known to have arrived is told, and waits for a letter.
  expect(await findOwedLetters(database.kysely)).toHaveLength(count - states.sent!);
  if (measured) console.log({ ...states, minutes: (performance.now() - began) / minuteMs, mostMb });
});

it('a server that answers everything after a minute is waited for, and gets every mail once', {
  timeout: 3_600_000,
}, async () => {
  await writeNotices(manners.length + 2);
  await database.kysely.deleteFrom('mails').where('recipient', 'not like', 'n+%').execute();
  const server = await startMailServer({ answerAfterMs });
  await deliver(server);
  const mails = await database.kysely.selectFrom('mails').select(['state', 'attempts']).execute();
  expect(mails).toEqual(Array(3).fill({ state: 'sent', attempts: 1 }));
  expect(server.received).toHaveLength(3);
  await server.close();
});
