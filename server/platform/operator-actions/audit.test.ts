import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { openServiceClock } from '../clock/clock.ts';
import { auditActions } from './audit.ts';
import { auditVerify } from './operator-actions.operator.ts';
import { operatorActionRetention, recordAction } from './operator-actions.ts';

let database: Database;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ database, remove } = await openTestDatabase());
  for (let index = 1; index <= 5; index += 1)
    await recordAction(
      database.kysely,
      { command: 'account end', subject: index === 3 ? null : 'user_å😀', outcome: `ended ${index}` },
      new Date(Date.UTC(2026, 10, index)),
    );
});
afterEach(() => remove());

const verify = (...args: string[]) =>
  perform(database, auditVerify, args, { ...product, config: readConfig({}), clock: () => new Date() });
const asOwner = (...statements: RawBuilder<unknown>[]) =>
  database.asOwner(async (owner) => {
    for (const statement of statements) await statement.execute(owner);
  });
const headOf = ({ lines }: { lines: string[] }) => /Head: ([0-9a-f]{64}) /.exec(lines.join('\n'))![1]!;

it('commands at the same time are recorded one after the other, and the record is whole', async () => {
  await Promise.all(
    [6, 7, 8, 9].map((index) =>
      database.kysely
        .transaction()
        .execute((trx) => recordAction(trx, { command: 'x', subject: null, outcome: String(index) }, new Date())),
    ),
  );
  const first = await verify();
  expect(first).toMatchObject({ failed: false, outcome: 'whole: 9' });
  // That it was looked at is an action, too.
  expect(await verify(headOf(first))).toMatchObject({ failed: false, outcome: 'whole: 10' });
});

const plantings: [what: string, at: number, RawBuilder<unknown>[]][] = [
  ['a changed outcome', 3, [sql`update operator_actions set outcome = 'none' where position = 3`]],
  ['a subject taken out', 2, [sql`update operator_actions set subject = null where position = 2`]],
  [
    'another time',
    4,
    [sql`update operator_actions set performed_at = performed_at + interval '1 second' where position = 4`],
  ],
  ['a removed one', 2, [sql`delete from operator_actions where position = 2`]],
  ['the first one removed', 1, [sql`delete from operator_actions where position = 1`]],
  ['the last one removed', 5, [sql`delete from operator_actions where position = 5`]],
  [
    'one removed, and those after it numbered anew',
    2,
    [
      sql`delete from operator_actions where position = 2`,
      sql`update operator_actions set position = position - 10 where position > 2`,
      sql`update operator_actions set position = position + 9 where position < 0`,
    ],
  ],
  [
    'one put in between',
    3,
    [
      sql`update operator_actions set position = position + 100 where position >= 3`,
      sql`insert into operator_actions values (${randomUUID()}, 'account end', null, 'done', 'op', '2026-11-02', 3, ${'ab'.repeat(32)})`,
      sql`update operator_actions set position = position - 99 where position >= 103`,
    ],
  ],
  [
    'two exchanged',
    2,
    [
      sql`update operator_actions set position = 99 where position = 2`,
      sql`update operator_actions set position = 2 where position = 3`,
      sql`update operator_actions set position = 3 where position = 99`,
    ],
  ],
  ['all removed', 1, [sql`delete from operator_actions`]],
  ['the chain removed', 0, [sql`delete from operator_action_chain`]],
];
it.each(plantings)('%s is found, at %i', async (_, at, statements) => {
  await asOwner(...statements);
  expect((await auditActions(database.kysely)).fault?.position).toBe(at);
});

it('all rewritten together is found by a head that was noted elsewhere', async () => {
  const head = headOf(await verify());
  await asOwner(
    sql`create temporary table copied as select id, command, subject, 'none' as outcome, actor, performed_at from operator_actions order by position`,
    sql`delete from operator_actions`,
    sql`update operator_action_chain set start_position = 0, start_sha256 = repeat('0', 64), end_position = 0, end_sha256 = repeat('0', 64)`,
    sql`insert into operator_actions select * from copied order by performed_at`,
  );
  expect((await verify()).failed).toBe(false);
  expect(await verify(head)).toMatchObject({ failed: true, outcome: 'head missing' });
});

it('what expires goes from the beginning, and the rest stays whole', async () => {
  const clock = await openServiceClock(database);
  await clock.moveTo(new Date('2029-11-03T12:00:00Z'));
  const cutoff = operatorActionRetention.cutoff(clock.now());
  expect(await operatorActionRetention.count(database.kysely, cutoff)).toBe(3);
  const goOn = (limit: number) =>
    database.kysely.transaction().execute((trx) => operatorActionRetention.remove(trx, cutoff, limit));
  expect([await goOn(2), await goOn(2), await goOn(2)]).toEqual([2, 1, 0]);
  expect(await verify()).toMatchObject({ failed: false, outcome: 'whole: 2' });
  await asOwner(sql`delete from operator_actions where position = 4`);
  expect((await verify()).failed).toBe(true);
});

it('the application cannot move the chain or use its function', async () => {
  const { kysely } = database;
  const refused = /permission denied|refused/;
  await expect(sql`update operator_action_chain set end_position = 0`.execute(kysely)).rejects.toThrow(refused);
  await expect(sql`update operator_actions set outcome = ''`.execute(kysely)).rejects.toThrow(refused);
  await expect(sql`select chain_operator_action(each) from operator_actions as each`.execute(kysely)).rejects.toThrow(
    refused,
  );
});
