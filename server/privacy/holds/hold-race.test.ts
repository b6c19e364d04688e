import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { openTestDatabase, testDatabaseUrl } from '../../../tests/factories/database.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { removeExpired } from '../../platform/retention/retention.ts';
import { placeHold } from './holds.ts';

const gate = 4711;

// The embedded database does one thing after the other.
it.runIf(testDatabaseUrl)('a hold placed while the sweep takes its locks keeps the account', async () => {
  const { database, remove } = await openTestDatabase();
  const now = (await openServiceClock(database)).now();
  const ended_at = new Date(now.getTime() - 31 * dayMs);
  const account = anAccount({ id: 'user_raced', status: 'ended', ended_at, ended_by: 'holder' });
  await database.kysely.insertInto('accounts').values(account).execute();
  // Looks first, and then waits at a gate: whoever asks holds on to what was true before.
  await database.asOwner((owner) =>
    sql`
      create or replace function is_held(account text, kind text) returns boolean language plpgsql stable as $$
      declare known boolean;
      begin
        known := exists (select from legal_holds as hold
          where hold.account_id = $1 and hold.kind in ($2, 'account') and hold.lifted_at is null);
        perform pg_advisory_xact_lock_shared(${sql.lit(gate)});
        return known;
      end $$`.execute(owner),
  );
  const rules = product.retentionRules.filter(({ name }) => name === 'ended-accounts');
  expect(rules).toHaveLength(1);
  const { promise: swept, resolve } = Promise.withResolvers<unknown>();
  await database.kysely.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(${gate}::bigint)`.execute(holder);
    resolve(removeExpired(database, rules, now, { onlyFound: false }));
    const isWaiting = async () => {
      const { rows } =
        await sql`select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`.execute(
          database.kysely,
        );
      return rows.length > 0;
    };
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    const hold = { accountId: 'user_raced', kind: 'account', reason: 'A dispute', at: now } as const;
    expect(await database.kysely.transaction().execute((trx) => placeHold(trx, hold))).toBeDefined();
  });
  await swept;
  const row = await database.kysely.selectFrom('accounts').select('email').where('id', '=', 'user_raced').execute();
  expect(row).toEqual([{ email: account.email }]);
  await remove();
});
