import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { addMonths } from '../../../shared/months.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { aDownload, anAcceptance, anAccount } from '../../../tests/factories/records.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { product } from '../../features.ts';
import { consentRetention } from '../../people/consents/consents.ts';
import { openServiceClock } from '../clock/clock.ts';
import { findExpired, listRuns, removeExpired } from './retention.ts';
import { findOverdue } from './verify.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database } = opened);
});
afterAll(() => opened.remove());

const hash = 'ab'.repeat(32);

const addConsents = (at: Date, rows = 1) =>
  database.asOwner((owner) =>
    sql`insert into consents select gen_random_uuid(), gen_random_uuid(), 'banner', true, '1', ${hash}, 'cookie-policy',
      '2025-08-01', ${hash}, 'de', ${at}::timestamptz, ${at}::timestamptz from generate_series(1, ${rows}::integer)`.execute(
      owner,
    ),
  );

const countRows = async (table: 'consents' | 'acceptances' | 'operator_actions') =>
  (
    await database.kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

it('two processes remove 1,300 records in batches, and none is counted twice', async () => {
  const now = new Date();
  await addConsents(new Date(now.getTime() - 400 * dayMs), 1_300);
  await addConsents(now, 3);
  const other = opened.place.databaseUrl ? await openDatabase(opened.place) : database;
  const rules = [consentRetention];
  const dry = await findExpired(database, rules, now);
  const results = await Promise.all([database, other].map((each) => removeExpired(each, rules, now)));
  const removed = results.flat().map(({ records }) => records);
  expect(dry).toMatchObject([{ records: 1_300 }]);
  expect(removed.reduce((sum, each) => sum + each)).toBe(1_300);
  const runs = await listRuns(database.kysely, 10);
  expect(runs.reduce((sum, run) => sum + run.removed, 0)).toBe(1_300);
  expect(Math.max(...runs.map((run) => run.removed))).toBe(500);
  expect(await countRows('consents')).toBe(3);
  if (other !== database) await other.close();
});

it('what a rule has removed before it fails is counted', async () => {
  const now = new Date();
  await addConsents(new Date(now.getTime() - 400 * dayMs), 600);
  let batches = 0;
  const failing = {
    ...consentRetention,
    remove: (...given: Parameters<typeof consentRetention.remove>) =>
      ++batches === 2 ? Promise.reject(new TypeError('the connection broke')) : consentRetention.remove(...given),
  };
  const [result] = await removeExpired(database, [failing], now);
  expect(result).toMatchObject({ records: 500, error: expect.any(TypeError) });
  expect(await removeExpired(database, [consentRetention], now)).toMatchObject([{ records: 100 }]);
});

/** One of each kind with a period in months, begun at `start`. */
async function plant(start: Date): Promise<void> {
  await addConsents(start);
  await database.asOwner((owner) =>
    sql`insert into operator_actions values (gen_random_uuid(), 'account end', null, 'done', 'op', ${start})`.execute(
      owner,
    ),
  );
  const account = anAccount({ status: 'ended', ended_by: 'holder', ended_at: start, login_removed_at: start });
  const download = aDownload(account, { started_at: start, expires_at: new Date(start.getTime() + 7 * dayMs) });
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values(download).execute();
  await database.kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
}

it('what a run removes only after something else is counted too, where nobody ran the rules for long', async () => {
  const clock = await openServiceClock(database);
  const names = ['policy-acceptances', 'account-stubs'];
  const rules = product.retentionRules.filter(({ name }) => names.includes(name));
  // Three months after two days in a row are two days, too, which they are not at the end of November.
  const at = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 4, 10, 12));
  await clock.moveTo(at);
  const gone = { full_name: null, email: null, country: null, ip_address: null, user_agent: null };
  for (const ended_at of [at, new Date(at.getTime() + dayMs)]) {
    const ended = { status: 'ended', ended_by: 'holder', ended_at, login_removed_at: ended_at } as const;
    const account = anAccount({ ...gone, ...ended });
    await database.kysely.insertInto('accounts').values(account).execute();
    const acceptance = anAcceptance({ id: crypto.randomUUID(), account_id: account.id });
    await database.kysely.insertInto('acceptances').values(acceptance).execute();
  }
  await clock.moveTo(new Date(addMonths(at, 3).getTime() + minuteMs));
  for (const apply of [findExpired, removeExpired])
    expect((await apply(database, rules, clock.now())).map(({ rule, records }) => [rule, records])).toEqual([
      ['policy-acceptances', 1],
      ['account-stubs', 1],
    ]);
  await database.asOwner((owner) => sql`truncate accounts cascade`.execute(owner));
  await clock.reset();
});

it('at moved clocks a run removes what a dry run counts, and nothing is early by more than an hour or late', async () => {
  await database.asOwner((owner) => sql`truncate consents, operator_actions`.execute(owner));
  const clock = await openServiceClock(database);
  // The end of the February after next is the last day of a leap year in some years.
  const november = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 10, 28, 12));
  const starts = [0, 1, 2, 3].map((days) => new Date(november.getTime() + days * dayMs));
  const kinds = [
    { table: 'acceptances', months: 3 },
    { table: 'consents', months: 12 },
    { table: 'operator_actions', months: 36 },
  ] as const;
  await clock.moveTo(new Date(starts.at(-1)!.getTime() + dayMs));
  for (const start of starts) await plant(start);
  const ends = kinds.flatMap(({ months }) => starts.map((start) => addMonths(start, months).getTime()));
  const times = [...new Set(ends)].sort((one, other) => one - other);
  for (const time of times.flatMap((end) => [end - 61 * minuteMs, end - 59 * minuteMs, end])) {
    await clock.moveTo(new Date(time));
    const now = clock.now();
    for (const rule of product.retentionRules) {
      const [dry] = await findExpired(database, [rule], now);
      const [run] = await removeExpired(database, [rule], now);
      expect([rule.name, run!.records, run!.error]).toEqual([rule.name, dry!.records, undefined]);
    }
    for (const { table, months } of kinds) {
      const isLeft = (start: Date) => addMonths(start, months).getTime() - 60 * minuteMs > now.getTime();
      expect([now, table, await countRows(table)]).toEqual([now, table, starts.filter(isLeft).length]);
    }
    expect(await findOverdue(database, new Date(now.getTime() + 1))).toEqual([]);
  }
  await clock.reset();
});
