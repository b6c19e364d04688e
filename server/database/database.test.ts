import { execFile } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { briefDatabase } from '../../tests/factories/brief-database.ts';
import {
  administer,
  createDatabasePlace,
  type DatabasePlace,
  openTestDatabase,
  productContents,
  runAsOwner,
  testDatabaseUrl,
  withDatabase,
} from '../../tests/factories/database.ts';
import { aDownload, anAcceptance, anAccount } from '../../tests/factories/records.ts';
import { applicationRoleName } from './application-role.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

const slow = 60_000;
const run = promisify(execFile);

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

it('gives the same types whichever database is behind it', async () => {
  const { rows } = await sql`
    select 28000000000::bigint as whole, count(*) as counted, true as truth, null as nothing,
      '{"a":[1]}'::jsonb as json, timestamptz '2026-03-01 10:00:00.123+01' as moment from pg_class where false
  `.execute(database.kysely);
  expect(rows).toEqual([
    {
      whole: 28_000_000_000,
      counted: 0,
      truth: true,
      nothing: null,
      json: { a: [1] },
      moment: new Date('2026-03-01T09:00:00.123Z'),
    },
  ]);
});

it('works under the role of the application', async () => {
  const { rows } = await sql<{ role: string; name: string }>`
    select current_user::text as role, current_database()::text as name`.execute(database.kysely);
  expect(rows[0]?.role).toBe(applicationRoleName(rows[0]?.name ?? ''));
});

it('keeps what was committed, and nothing of what was rolled back', async () => {
  const account = anAccount();
  const download = aDownload(account);
  await database.kysely.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values(account).execute();
    await trx.insertInto('downloads').values(download).execute();
  });
  const fault = new Error('after the insert');
  const lost = anAccount();
  await expect(
    database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values(lost).execute();
      throw fault;
    }),
  ).rejects.toBe(fault);
  expect(await database.kysely.selectFrom('downloads').selectAll().execute()).toEqual([download]);
  expect(await database.kysely.selectFrom('accounts').selectAll().execute()).toEqual([account]);
});

/** Of the embedded database. */
const foldersOf = ({ dataDir }: DatabasePlace) => [dataDir, path.join(dataDir, 'database')];
const modesOf = (place: DatabasePlace) => foldersOf(place).map((each) => statSync(each).mode & 0o777);

// Other tests have a copy of a template, whose role has given everything to theirs.
it('is migrated from nothing to tables and functions that belong to the owner, and not to the application', async () => {
  const place = await createDatabasePlace();
  const migrated = await openDatabase(place);
  const { rows } = await sql<{ name: string; isOwners: boolean }>`
    select name, pg_get_userbyid(owner) = session_user as "isOwners" from (
      select relname as name, relowner as owner, relnamespace as namespace from pg_class
      union all select proname, proowner, pronamespace from pg_proc
    ) as made where namespace = 'public'::regnamespace`.execute(migrated.kysely);
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts', ...productContents.expiryFunctions]),
  );
  expect(rows.filter(({ isOwners }) => !isOwners)).toEqual([]);
  await migrated.close();
  if (!testDatabaseUrl) expect(modesOf(place), 'of the new folder').toEqual([0o700, 0o700]);
  await place.remove();
});

it('explains a job queue that came from a backup, with the owner that restoring gave it', async () => {
  const opened = await openTestDatabase();
  await opened.database.close();
  await runAsOwner(opened.place, 'alter schema pgboss owner to current_user');
  await expect(openDatabase(opened.place)).rejects.toThrow(
    /job queue belongs to postgres .*DROP SCHEMA "pgboss" CASCADE;/,
  );
  await opened.place.remove();
});

it(
  'is migrated once when two processes start together',
  async () => {
    if (!testDatabaseUrl) return expectSecondProcessToBeRefused();
    const place = await createDatabasePlace();
    const outcomes = await Promise.all([1, 2, 3].map(() => openInAnotherProcess(place)));
    expect(outcomes).toEqual(['open\n', 'open\n', 'open\n']);
    await place.remove();
  },
  slow,
);

async function expectSecondProcessToBeRefused(): Promise<void> {
  const { database: first, place } = await openTestDatabase();
  const refusal = await openInAnotherProcess(place);
  expect(refusal).toContain(`The data folder ${place.dataDir} is in use by process ${process.pid}.`);
  expect(refusal).toContain('DATA_DIR');
  await first.close();
  expect(await openInAnotherProcess(place)).toBe('open\n');
  await place.remove();
}

async function openInAnotherProcess(place: DatabasePlace): Promise<string> {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('./open-database.ts', import.meta.url))};
    const database = await openDatabase(${JSON.stringify(place)});
    await database.kysely.selectFrom('accounts').selectAll().execute();
    const jobs = await database.openJobs();
    await jobs.stop();
    await database.close();
    console.log('open');
  `;
  const result = await run(process.execPath, [briefDatabase, '--input-type=module', '-e', program]).catch(
    (error) => error,
  );
  return result.stdout + result.stderr;
}

it('takes over records of before the texts were kept as they were shown, and leaves them as they are', async () => {
  const { database: opened, place } = await openTestDatabase();
  const account = anAccount();
  const download = aDownload(account);
  const old = [
    anAcceptance(download),
    anAcceptance(download, { document: null, sentence: 'About {download} GB', version: '0.1.0' }),
  ];
  await opened.kysely.insertInto('accounts').values(account).execute();
  await opened.kysely.insertInto('downloads').values(download).execute();
  await opened.kysely.insertInto('acceptances').values(old).execute();
  await opened.close();
  await runAsOwner(
    place,
    `do $$ declare each record; begin
      for each in select tablename from pg_tables where schemaname = 'public' and tablename not in
        ('accounts', 'downloads', 'acceptances', 'operator_actions', 'kysely_migration', 'kysely_migration_lock')
      loop execute format('drop table %I cascade', each.tablename); end loop;
      for each in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
      loop execute format('drop function %s cascade', each.name); end loop;
    end $$;
    alter table acceptances drop column shown_text;
    alter table accounts drop column ended_at cascade, drop column status cascade, drop column ended_by cascade,
      drop column login_removed_at, drop column restricted_at, drop column objected_at, drop column closes_at, drop column suspended_at,
      drop constraint accounts_stored_whole_or_not;
    alter table operator_actions drop column position, drop column sha256;
    drop index acceptances_by_document, downloads_with_traces, accounts_by_person;
    delete from kysely_migration where name >= '0004-texts-shown'`,
  );
  const migrated = await openDatabase(place);
  const fresh = anAcceptance(download, { document: null, sentence: 'About {download} GB', shown_text: 'About 28 GB' });
  await migrated.kysely.insertInto('acceptances').values(fresh).execute();
  const rows = await migrated.kysely.selectFrom('acceptances').selectAll().execute();
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(expect.arrayContaining([...old, fresh]));
  const misplaced = anAcceptance(download, { shown_text: 'the text of a document' });
  await expect(migrated.kysely.insertInto('acceptances').values(misplaced).execute()).rejects.toMatchObject({
    code: '23514',
  });
  await migrated.close();
  await place.remove();
});

it.runIf(!testDatabaseUrl)(
  'closes the folder of the embedded database to others, also one that was open to them',
  async () => {
    const { database: opened, place } = await openTestDatabase();
    await opened.close();
    for (const each of foldersOf(place)) chmodSync(each, 0o777);
    await (await openDatabase(place)).close();
    expect(modesOf(place)).toEqual([0o700, 0o700]);
    await place.remove();
  },
);

if (testDatabaseUrl) {
  const serverUrl = testDatabaseUrl;

  it('keeps what the address of the database asks of its connections', async () => {
    const place = await createDatabasePlace();
    const databaseUrl = `${place.databaseUrl}?options=${encodeURIComponent('-c statement_timeout=12s')}`;
    const opened = await openDatabase({ ...place, databaseUrl });
    const { rows } =
      await sql`select current_setting('statement_timeout') as timeout, current_user::text as role`.execute(
        opened.kysely,
      );
    expect(rows).toEqual([{ timeout: '12s', role: expect.stringMatching(/_application$/) }]);
    await opened.close();
    await place.remove();
  });

  describe('a database user without all rights', () => {
    const user = `plain_${process.pid}`;
    const name = `${user}_database`;
    const role = applicationRoleName(name);
    const databaseUrl = withDatabase(serverUrl, name).replace(/\/\/[^@]*@/, `//${user}@`);
    beforeEach(async () => {
      await administer(`create role ${user} login`);
      await administer(`create database ${name} owner ${user}`);
    });
    afterEach(async () => {
      await administer(`drop database ${name} with (force)`);
      await administer(`drop role if exists ${role}`);
      await administer(`drop role ${user}`);
    });

    async function expectGuardedDatabase(): Promise<void> {
      const plain = await openDatabase({ databaseUrl, dataDir: '', contents: productContents });
      const account = anAccount();
      await plain.kysely.insertInto('accounts').values(account).execute();
      await plain.kysely.insertInto('downloads').values(aDownload(account)).execute();
      await expect(sql`delete from downloads`.execute(plain.kysely)).rejects.toMatchObject({ code: '42501' });
      const jobs = await plain.openJobs();
      await jobs.stop();
      await plain.close();
    }

    it('needs only the right to make roles', async () => {
      await administer(`alter role ${user} createrole`);
      await expectGuardedDatabase();
      await expectGuardedDatabase();
    });

    it('may own the tables apart from the login of the application, which can then remove no evidence by any means', async () => {
      const login = `${user}_login`;
      await administer(`alter role ${user} createrole; create role ${login} login`);
      const logins = {
        databaseUrl: databaseUrl.replace(`//${user}@`, `//${login}@`),
        databaseMigrationUrl: databaseUrl,
      };
      for (const _ of ['first', 'second']) {
        const opened = await openDatabase({ ...logins, dataDir: '', contents: productContents });
        const account = anAccount();
        const download = aDownload(account);
        await opened.kysely.insertInto('accounts').values(account).execute();
        await opened.kysely.insertInto('downloads').values(download).execute();
        await opened.kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
        for (const role of ['none', applicationRoleName(name)])
          await opened.kysely.connection().execute(async (connection) => {
            await sql`set role ${sql.raw(role)}`.execute(connection);
            for (const attack of ['delete from acceptances', 'drop table acceptances', 'truncate acceptances'])
              await expect(sql.raw(attack).execute(connection), attack).rejects.toMatchObject({ code: '42501' });
          });
        const jobs = await opened.openJobs();
        await jobs.stop();
        await opened.close();
      }
      await administer(`drop owned by ${login}; drop role ${login}`, withDatabase(serverUrl, name));
    });

    it('is otherwise told the SQL that helps, and the SQL helps', async () => {
      const refusal = await openDatabase({ databaseUrl, dataDir: '', contents: productContents }).catch(
        (error: Error) => error.message,
      );
      expect(refusal).toContain(`CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO "${user}";`);
      await administer(String(refusal).slice(String(refusal).indexOf('CREATE ROLE')));
      await expectGuardedDatabase();
    });
  });
}
