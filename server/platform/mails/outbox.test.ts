import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../../shared/durations.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { startMailServer } from '../../../tests/factories/mail-server.ts';
import { readConfig } from '../../config/config.ts';
import { actIn } from '../../contract/act.ts';
import type { Database } from '../../database/database.ts';
import { connectMailServer, type MailServer } from '../../integrations/mail-server.ts';
import { deliverDue } from './delivery.ts';
import { enqueueMail } from './mails.ts';

/** `OUTBOX_MAILS=50000 npm test -- outbox` measures, with a mail server that only counts. */
const measured = Number(process.env.OUTBOX_MAILS ?? 0);
const config = readConfig({ MAIL_FROM: 'post@writing-ant.example' });

let database: Database;
let remove: () => Promise<void>;
let now = new Date('2026-11-24T12:00:00Z');
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

const deliverWith = (server: MailServer) => {
  const log = { info: () => {}, warn: () => {} };
  return deliverDue({
    config,
    database,
    server,
    clock: () => now,
    log,
    returnAddress: (id) => `bounce+${id}@writing-ant.example`,
  });
};

/** A notice to everybody, each to an address of its own. */
async function writeNotices(count: number): Promise<void> {
  await sql`delete from mails`.execute(database.kysely);
  await sql`
    insert into mails (id, dedupe_key, kind, account_id, locale, recipient, message, state, when_unknown, attempts, deferrals,
        enqueued_at, give_up_at, due_at)
      select gen_random_uuid(), 'notice ' || n, 'change-notice', null, 'de', 'n' || n || '@customers.example',
          repeat('x', 4000), 'queued', 'send-again', 0, 0, ${now}::timestamptz, ${now}::timestamptz + interval '48 hours', ${now}::timestamptz
        from generate_series(1, ${count}::integer) n`.execute(database.kysely);
}
const writeFresh = (name: string) =>
  database.kysely.transaction().execute((trx) =>
    enqueueMail(actIn(trx, { config, clock: () => now }), {
      ...{ kind: 'access-confirm', dedupeKey: name, accountId: null, to: `${name}@customers.example`, locale: 'de' },
      ...{ subject: 'Code', text: 'Code', html: '<p>Code</p>' },
    }),
  );
async function countStates(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from mails group by state`.execute(database.kysely);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

it('a notice to everybody outlives a mail server that is down, arrives once, and keeps nobody else waiting', async () => {
  const count = 300;
  await writeNotices(count);
  const dead = await startMailServer();
  await dead.close();
  const down = connectMailServer({ smtpUrl: dead.url, needsTls: false }, '');
  for (let minute = 0; minute < 5; minute += 1) {
    await deliverWith(down);
    now = new Date(now.getTime() + minuteMs);
  }
  const { queued = 0, deferred = 0, ...others } = await countStates();
  expect([queued + deferred, others]).toEqual([count, {}]);
  expect(deferred, 'the others keep their place').toBeLessThanOrEqual(20);

  const alive = await startMailServer();
  const up = connectMailServer({ smtpUrl: alive.url, needsTls: false }, '');
  now = new Date(now.getTime() + 30 * minuteMs);
  const all = deliverWith(up);
  await alive.nextArrival();
  await writeFresh('fresh');
  const before = alive.received.length;
  await all;
  const place = alive.received.findIndex(({ to }) => to[0] === 'fresh@customers.example');
  expect(place - before, 'mails that left before it').toBeLessThan(40);
  expect(await countStates()).toEqual({ sent: count + 1 });
  const addresses = alive.received.map(({ to }) => to[0]);
  expect([addresses.length, new Set(addresses).size]).toEqual([count + 1, count + 1]);
  await alive.close();
});

it.runIf(measured)('is measured', { timeout: 3_600_000 }, async () => {
  await writeNotices(measured);
  const sent = new Map<string, number>();
  let isDown = true;
  const counting: MailServer = {
    async deliver({ to }) {
      await wait(0);
      if (isDown) return { result: 'put-off', outcome: 'ECONNREFUSED', isServerDown: true };
      sent.set(to, (sent.get(to) ?? 0) + 1);
      return { result: 'taken', outcome: '250' };
    },
  };
  for (let minute = 0; minute < 60; minute += 1) {
    await deliverWith(counting);
    now = new Date(now.getTime() + minuteMs);
  }
  console.log('after an hour without a mail server:', await countStates());
  isDown = false;
  now = new Date(now.getTime() + 48 * 60 * minuteMs);
  const memory = () => Math.round(process.memoryUsage().rss / 2 ** 20);
  const [start, began] = [memory(), performance.now()];
  let most = start;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 200);
  const all = deliverWith(counting);
  await wait(3_000);
  const asked = performance.now();
  await writeFresh('measured');
  while (!sent.has('measured@customers.example')) await wait(5);
  const waited = performance.now() - asked;
  await all;
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  console.log({
    ...(await countStates()),
    seconds,
    perSecond: measured / seconds,
    freshMs: waited,
    startMb: start,
    mostMb: most,
  });
  expect([sent.size, Math.max(...sent.values())]).toEqual([measured + 1, 1]);
});
