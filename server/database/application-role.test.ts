import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createDatabasePlace, testDatabaseUrl } from '../../tests/factories/database.ts';
import { type Pooler, startPooler } from '../../tests/factories/pooler.ts';
import { anAccount } from '../../tests/factories/records.ts';
import { createTestServer } from '../../tests/factories/server.ts';
import { openDatabase } from './open-database.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

it('is asked for with each look at the health', async () => {
  const server = await createTestServer();
  undo.push(server.close);
  const { kysely } = server.database;
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(kysely);
  await sql`set role none`.execute(kysely);
  const answer = await server.app.inject('/api/health');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    code: 'service-unavailable',
    detail: 'database: another role than the application’s',
  });
  await sql`set role ${sql.id(rows[0]!.role)}`.execute(kysely);
  expect((await server.app.inject('/api/health')).statusCode).toBe(200);
});

describe.runIf(testDatabaseUrl)('behind a pooler', () => {
  async function place() {
    const made = await createDatabasePlace();
    const pooler = await startPooler(made.databaseUrl!);
    undo.push(made.remove, pooler.close);
    const open = async () => {
      const opened = await openDatabase({ ...made, databaseUrl: pooler.databaseUrl });
      undo.push(opened.close);
      return opened;
    };
    return { pooler, open };
  }
  const restart = (pooler: Pooler, dropsOptions: boolean) => {
    pooler.dropsOptions = dropsOptions;
    pooler.cut();
  };

  it('that takes the role away nothing starts, and it is said why', async () => {
    const { pooler, open } = await place();
    pooler.dropsOptions = true;
    await expect(open()).rejects.toThrow(
      /work as postgres and not as writing_ant_test_\w+_application, .*DATABASE_URL name PostgreSQL itself/,
    );
  });

  it('that takes it away later nothing is asked or written, until it is there again', async () => {
    const { pooler, open } = await place();
    const { kysely, openJobs } = await open();
    const jobs = await openJobs({ byItself: false });
    undo.push(jobs.stop);
    restart(pooler, true);
    const write = () => kysely.insertInto('accounts').values(anAccount()).execute();
    // The first attempts meet connections that have just ended.
    const outcomeOf = (work: () => Promise<unknown>) =>
      work().then(
        () => 'done',
        ({ code }) => code,
      );
    await expect.poll(() => outcomeOf(write)).toBe('WRONG_DATABASE_ROLE');
    await expect.poll(() => outcomeOf(jobs.runDue)).toBe('WRONG_DATABASE_ROLE');
    restart(pooler, false);
    await expect.poll(() => outcomeOf(write)).toBe('done');
    expect(await kysely.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
  });
});
