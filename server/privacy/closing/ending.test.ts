import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, moveTo } from '../../../tests/factories/billing.ts';
import { act } from '../../contract/act.ts';
import { product } from '../../features.ts';
import { endAccount } from '../../people/accounts/accounts.ts';
import { removeExpired } from '../../platform/retention/retention.ts';
import { endedAccountRetention } from './closing.ts';

/** What ends with an account, whoever ends it. */
let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2026-09-03T09:00:00Z');
});
afterEach(() => api.close());

const run = (name: string, ...args: string[]) => {
  const command = product.commands.find((each) => each.name === name);
  if (command?.kind !== 'transaction') throw new Error(`There is no ${name}.`);
  const context = { ...product, config: api.config, clock: () => api.time.now };
  return act({ ...context, database: api.database }, (given) => command.run(given, args, context));
};
const mailKinds = async (id: string) =>
  (await api.database.kysely.selectFrom('mails').select('kind').where('account_id', '=', id).execute()).map(
    ({ kind }) => kind,
  );
const invoicesOf = async (id: string) =>
  (await api.database.kysely.selectFrom('invoices').select('id').where('account_id', '=', id).execute()).length;

it('what was bought ends with an account that support ends, its holder is told, and both go on when it is restored', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await run('account end', buyer.userId);
  expect(await buyer.plan()).toBe('free');
  expect(await mailKinds(buyer.userId)).toEqual(expect.arrayContaining(['closed', 'closing-soon']));
  await run('account restore', buyer.userId);
  expect(await buyer.plan()).toBe('moderate');
  expect(await mailKinds(buyer.userId)).toContain('kept');
});

it('no account that ended in any other way is billed any more', async () => {
  const [ended, living] = [aBuyerAt(api), aBuyerAt(api)];
  for (const buyer of [ended, living]) await buyer.subscribe();
  await api.database.kysely.transaction().execute((trx) => endAccount(trx, ended.userId, api.time.now, 'company'));
  await moveTo(api, '2026-09-03T09:01:00Z');
  for (const day of ['2026-09-20', '2026-10-01', '2026-10-03']) await moveTo(api, `${day}T12:00:00Z`);
  expect([await invoicesOf(ended.userId), await invoicesOf(living.userId)]).toEqual([1, 2]);
});

it('one subscription that cannot be ended holds up no other', async () => {
  const [stuck, living] = [aBuyerAt(api), aBuyerAt(api)];
  for (const buyer of [stuck, living]) await buyer.subscribe();
  await api.database.kysely.transaction().execute((trx) => endAccount(trx, stuck.userId, api.time.now, 'company'));
  await api.database.asOwner(async (owner) => {
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
      owner,
    );
    await sql`create trigger refuse before update on subscriptions for each row
      when (old.account_id = ${sql.lit(stuck.userId)}) execute function refuse()`.execute(owner);
  });
  for (const day of ['2026-09-20', '2026-10-01', '2026-10-03'])
    await expect(moveTo(api, `${day}T12:00:00Z`)).rejects.toThrow('Not carried on');
  expect(await invoicesOf(living.userId)).toBe(2);
});

it('one account that cannot be erased holds up no other, and is told', async () => {
  for (const id of ['user_stuck', 'user_free']) {
    await api.download(id, { documents: documentsInForce(api.time.now) });
    await run('account end', id);
  }
  const stuck = {
    erase: async (trx: Parameters<NonNullable<(typeof product.accountParts)[number]['erase']>>[0], id: string) => {
      if (id === 'user_stuck') await sql`select 1 / 0`.execute(trx);
    },
  };
  const later = new Date(api.time.now.getTime() + 30 * dayMs);
  const rule = endedAccountRetention([...product.accountParts, stuck]);
  const [result] = await removeExpired(api.database, [rule], later);
  expect(result).toMatchObject({
    records: 1,
    error: expect.objectContaining({ message: expect.stringContaining('zero') }),
  });
  const rows = await api.database.kysely.selectFrom('accounts').select(['id', 'email']).orderBy('id').execute();
  expect(rows.map(({ id, email }) => [id, email === null])).toEqual([
    ['user_free', true],
    ['user_stuck', false],
  ]);
});
