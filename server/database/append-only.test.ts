import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, productContents } from '../../tests/factories/database.ts';
import { aDownload, anAcceptance, anAccount } from '../../tests/factories/records.ts';
import { AppendOnlyViolation } from './append-only.ts';
import type { Database } from './database.ts';
import { listTables } from './tables.ts';

const appendOnlyTables = listTables(productContents.tables, 'append-only');

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  const account = anAccount();
  const download = aDownload(account);
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values(download).execute();
  await database.kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
  await database.kysely
    .insertInto('operator_actions')
    .values({
      id: download.id,
      command: 'account show',
      subject: account.id,
      outcome: 'shown',
      actor: 'operator',
      performed_at: new Date(),
    })
    .execute();
  await database.kysely
    .insertInto('consents')
    .values({
      id: download.id,
      session_id: download.id,
      method: 'banner',
      statistics: false,
      option_version: '2026-11-22',
      options_sha256: download.sha256,
      document: 'cookie-policy',
      document_version: '2025-08-01',
      document_sha256: download.sha256,
      locale: 'de',
      decided_at: new Date(),
      recorded_at: new Date(),
    })
    .execute();
  await database.kysely
    .insertInto('retention_runs')
    .values({
      id: download.id,
      rule: 'cookie-consents',
      cutoff: new Date(),
      removed: 0,
      fault: null,
      performed_at: new Date(),
    })
    .execute();
});
afterAll(() => remove());

let before: unknown;
beforeEach(async () => {
  before = await readAll();
});

function readAll(): Promise<unknown> {
  return Promise.all(
    appendOnlyTables.map((table) =>
      database.kysely
        .selectFrom(table as 'downloads')
        .selectAll()
        .execute(),
    ),
  );
}

it('knows of each table of the database whether its rows may change', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name not like 'kysely%'`.execute(database.kysely);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(productContents.tables).toSorted());
});

it('covers the records of downloads, acceptances, operators, consents and retention, and all books', () => {
  const covered = [
    'account_ends',
    ...['downloads', 'acceptances', 'consents', 'retention_runs', 'vat_checks', 'tax_registrations', 'invoices'],
    ...[
      'invoice_lines',
      'invoice_files',
      'payments',
      'allocations',
      'bank_statements',
      'bank_debits',
      'subscription_events',
      'orders',
    ],
    ...['notices', 'notice_dismissals', 'account_measures', 'operator_actions'],
  ];
  // Which feature comes first is not what counts.
  expect(appendOnlyTables.toSorted()).toEqual(covered.toSorted());
});

describe.each(appendOnlyTables)('%s', (table) => {
  const name = sql.table(table);
  const statements: [string, RawBuilder<unknown>][] = [
    ['update', sql`update ${name} set id = id`],
    ['delete', sql`delete from ${name}`],
    ['truncate', sql`truncate ${name} cascade`],
    ['locking for an update', sql`select * from ${name} for update`],
    ['alter', sql`alter table ${name} add column more text`],
    ['drop', sql`drop table ${name} cascade`],
    ['merge', sql`merge into ${name} using (values (1)) as v (n) on true when matched then delete`],
  ];

  it.each(statements)('refuses raw %s by privilege', async (_, statement) => {
    await expect(statement.execute(database.kysely)).rejects.toMatchObject({ code: '42501' });
    expect(await readAll()).toEqual(before);
  });

  it('refuses a built update or delete before it reaches the database', async () => {
    const { kysely } = database;
    // Typed queries would have to be written out per table; they are the same for each.
    const evidence = table as 'downloads';
    const change = { id: 'another' } as never;
    const queries = [
      () => kysely.updateTable(evidence).set(change).execute(),
      () => kysely.updateTable(`${evidence} as other`).set(change).execute(),
      () => kysely.deleteFrom(evidence).execute(),
      () => kysely.deleteFrom(`${evidence} as other`).execute(),
      () =>
        kysely.mergeInto(evidence).using('accounts', 'accounts.id', 'accounts.id').whenMatched().thenDelete().execute(),
      () =>
        kysely
          .insertInto(evidence)
          .columns(['id'])
          .expression(kysely.selectFrom(evidence).select('id'))
          .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
          .execute(),
    ];
    for (const query of queries) await expect(query()).rejects.toThrow(AppendOnlyViolation);
    expect(await readAll()).toEqual(before);
  });
});

it('finds a delete that hides in a common table expression', async () => {
  const query = database.kysely
    .with('gone', (db) => db.deleteFrom('acceptances').returningAll())
    .selectFrom('gone')
    .selectAll();
  await expect(query.execute()).rejects.toThrow(AppendOnlyViolation);
});

it('has types that leave no column to be set', () => {
  const { kysely } = database;
  // @ts-expect-error: never evaluated as a query; the compiler is the test.
  kysely.updateTable('downloads').set({ file_name: 'another' });
  // @ts-expect-error: likewise.
  kysely.updateTable('acceptances').set({ accepted_at: new Date() });
  kysely.updateTable('accounts').set({ country: 'SE' });
});

it('leaves other tables alone', async () => {
  const { kysely } = database;
  const account = anAccount();
  await kysely.insertInto('accounts').values(account).execute();
  await kysely.updateTable('accounts').set({ country: 'SE' }).where('id', '=', account.id).execute();
  const deleted = await kysely.deleteFrom('accounts').where('id', '=', account.id).executeTakeFirst();
  expect(deleted.numDeletedRows).toBe(1n);
});
