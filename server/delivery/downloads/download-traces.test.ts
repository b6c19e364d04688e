import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { aDownload, anAccount } from '../../../tests/factories/records.ts';
import type { Database } from '../../database/database.ts';
import { findExpired, removeExpired } from '../../platform/retention/retention.ts';
import { downloadTraceRetention } from './download-traces.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

it('after 90 days a download tells neither address nor browser, session or marks any more, and is still there', async () => {
  const now = new Date();
  const account = anAccount();
  const startedBefore = (days: number) =>
    aDownload(account, { started_at: daysBefore(now, days), expires_at: daysBefore(now, days - 7) });
  const [young, old] = [startedBefore(89), startedBefore(91)];
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values([young, old]).execute();
  for (const { id, started_at } of [young, old])
    await database.kysely
      .insertInto('download_progress')
      .values({
        download_id: id,
        first_at: started_at,
        // A link can be renewed, and used, as long as its owner likes.
        last_at: now,
        transfers: 1,
        resumed: 0,
        sent_bytes: 5,
        sent_ranges: '[[0,5]]',
        address_marks: '["a mark"]',
        finished_at: null,
      })
      .execute();

  const rules = [downloadTraceRetention];
  expect(await findExpired(database, rules, now)).toMatchObject([{ rule: 'download-traces', records: 2 }]);
  expect(await removeExpired(database, rules, now)).toMatchObject([{ records: 2 }]);
  expect(await findExpired(database, rules, now)).toMatchObject([{ records: 0 }]);

  const rows = await database.kysely
    .selectFrom('downloads')
    .innerJoin('download_progress', 'download_id', 'id')
    .select(['id', 'session_id', 'ip_address', 'user_agent', 'address_marks', 'sha256', 'sent_bytes'])
    .execute();
  const kept = { sha256: old.sha256, sent_bytes: 5 };
  const nothing = { session_id: null, ip_address: null, user_agent: null, address_marks: [] };
  expect(rows.find(({ id }) => id === old.id)).toMatchObject({ ...kept, ...nothing });
  const { session_id, ip_address, user_agent } = young;
  const traces = { session_id, ip_address, user_agent, address_marks: ['a mark'] };
  expect(rows.find(({ id }) => id === young.id)).toMatchObject({ ...kept, ...traces });
});

it('nobody lets go of the traces of a young download, whatever they ask for', async () => {
  const account = anAccount();
  const young = aDownload(account, { started_at: new Date(), expires_at: new Date(Date.now() + 1_000) });
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values(young).execute();
  const future = { ...downloadTraceRetention, cutoff: () => new Date(Date.now() + 365 * 24 * 60 * 60 * 1000) };
  await removeExpired(database, [future], new Date());
  const row = await database.kysely
    .selectFrom('downloads')
    .select('ip_address')
    .where('id', '=', young.id)
    .executeTakeFirst();
  expect(row).toEqual({ ip_address: young.ip_address });
});
