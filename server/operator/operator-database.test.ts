import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStatementFile } from '../../tests/factories/bank-statement.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { briefDatabase } from '../../tests/factories/brief-database.ts';
import { createDatabasePlace, type DatabasePlace, openTestDatabase } from '../../tests/factories/database.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { aDownload, anAccount } from '../../tests/factories/records.ts';
import { importStatements } from '../billing/bank/bank-import.ts';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { openService } from './open-service.ts';
import { listenForOperators } from './socket.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./main.ts', import.meta.url));

let place: DatabasePlace;
beforeAll(async () => {
  const opened = await openTestDatabase();
  place = opened.place;
  const { kysely } = opened.database;
  const account = anAccount();
  await kysely.insertInto('accounts').values(account).execute();
  await kysely.insertInto('downloads').values(aDownload(account)).execute();
  await opened.database.close();
});
afterAll(() => place.remove());

const operate = (...args: string[]) => operateHere(settingsOf(place), ...args);

const settingsOf = ({ dataDir, databaseUrl }: DatabasePlace) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** In a process of its own, as operators do it. */
async function operateFrom(
  cwd: string,
  place: DatabasePlace,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = { ...bareEnvironment, ...settingsOf(place) };
  try {
    const { stdout, stderr } = await run(process.execPath, [briefDatabase, script, ...args], { env, cwd });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

it('says that another process has the embedded database open, or works beside it on PostgreSQL', async () => {
  const server = await openDatabase(place);
  const { code, output } = await operate('downloads', 'list', '--limit', '1');
  expect(output).toContain(place.databaseUrl ? '1 downloads, newest first.' : 'Another process has the embedded');
  expect(code).toBe(place.databaseUrl ? 0 : 1);
  await server.close();
});

it('a command that asks does nothing where nobody can answer, unless the answer comes with it', async () => {
  const opened = await openTestDatabase();
  const config = readConfig({ DATA_DIR: opened.place.dataDir });
  const end = await listenForOperators(await openService(config, opened.database), config.dataDir);
  const entries = [{ amount: '1.00', payments: [{ message: 'By mistake' }] }];
  const { kysely } = opened.database;
  await kysely
    .transaction()
    .execute((trx) => importStatements(trx, aStatementFile({ closing: '101.00', entries }), new Date()));
  const { id } = await kysely.updateTable('bank_entries').set({ note: '' }).returning('id').executeTakeFirstOrThrow();
  const asked = await operateHere(settingsOf(opened.place), 'bank', 'returned', id);
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('“By mistake”') });
  expect(asked.output).toContain('Nothing was done: without a terminal, --yes says that it is right.');
  expect(await kysely.selectFrom('bank_entries').select('state').execute()).toEqual([{ state: 'open' }]);
  expect(await operateHere(settingsOf(opened.place), 'bank', 'returned', id, '--yes')).toMatchObject({ code: 0 });
  expect(await kysely.selectFrom('bank_entries').select('state').execute()).toEqual([{ state: 'refunded' }]);
  await end();
  await opened.remove();
});

it('finds files in the folder of whoever calls, also where a server in another one runs the command', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'operator-test-'));
  const opened = await openTestDatabase();
  const config = readConfig({ DATA_DIR: opened.place.dataDir });
  const end = await listenForOperators(await openService(config, opened.database), config.dataDir);
  writeFileSync(path.join(folder, 'statement.xml'), aStatementFile({}));
  const imported = await operateFrom(folder, opened.place, 'bank', 'import', 'statement.xml');
  expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('0 known ones') });
  await end();
  await opened.remove();
  rmSync(folder, { recursive: true });
});

it('names the database it works on, in which it records that, and makes none where there is none', async () => {
  const { output } = await operate('downloads', 'list');
  expect(output.split('\n')[0]).toMatch(
    place.databaseUrl ? /^Database: PostgreSQL \w+ at / : /^Database: the embedded one in /,
  );
  const database = await openDatabase(place);
  const actions = await database.kysely.selectFrom('operator_actions').selectAll().execute();
  await database.close();
  expect(actions.at(-1)).toMatchObject({ command: 'downloads list', outcome: 'listed: 1' });
  const empty = await createDatabasePlace();
  for (const _twice of [1, 2]) {
    const { code, output: refusal } = await operateHere(settingsOf(empty), 'downloads', 'list');
    expect(code).toBe(1);
    expect(refusal).toMatch(/^(There is no database in|The database of DATABASE_URL is empty)/m);
    expect(refusal).not.toContain('    at ');
  }
  await empty.remove();
});
