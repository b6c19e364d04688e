import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { FeatureDependencies } from '../../server/contract/feature.ts';
import { applicationRoleName } from '../../server/database/application-role.ts';
import type { Database } from '../../server/database/database.ts';
import { listMigrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { DatabaseContents } from '../../server/database/tables.ts';
import { product } from '../../server/features.ts';
import { briefDatabase } from './brief-database.ts';

/** Where tests find PostgreSQL, if they are to run on it; its user must be able to create databases and roles. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL || undefined;

v8.setFlagsFromString(briefDatabase);

const root = path.join(import.meta.dirname, '../..');

/** What the product stores in its database. */
export const productContents = product.databaseContents;

/** A place for one database that nobody else uses. */
export interface DatabasePlace {
  /** For `openDatabase`, and for the settings of a server that is started. */
  databaseUrl?: string;
  dataDir: string;
  contents: DatabaseContents;
  remove(): Promise<void>;
}

/** Prepares an empty database: in PostgreSQL when TEST_DATABASE_URL is set, otherwise in a folder. */
export function createDatabasePlace(contents = productContents): Promise<DatabasePlace> {
  return createPlace(contents, (name) => administer(`create database ${name}`));
}

/** A migrated database for one test, with what closes and removes it. */
export async function openTestDatabase(contents = productContents): Promise<{
  database: Database;
  place: DatabasePlace;
  remove(): Promise<void>;
}> {
  const place = await createPlace(contents, async (name) => copyTemplate(await getTemplate(contents), name));
  if (!place.databaseUrl) cpSync(await getEmbeddedTemplate(contents), place.dataDir, { recursive: true });
  const database = await openDatabase(place);
  return {
    database,
    place,
    async remove() {
      await database.close();
      await place.remove();
    },
  };
}

async function createPlace(
  contents: DatabaseContents,
  createDatabase: (name: string) => Promise<void>,
): Promise<DatabasePlace> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-data-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (!testDatabaseUrl) return { dataDir, contents, remove: async () => removeFolder() };
  const name = `writing_ant_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(name);
  return {
    databaseUrl: withDatabase(testDatabaseUrl, name),
    dataDir,
    contents,
    async remove() {
      await administer(`drop database ${name} with (force)`);
      await administer(`drop role if exists ${applicationRoleName(name)}`);
      removeFolder();
    },
  };
}

let administrator: pg.Pool | undefined;

/** Runs SQL on PostgreSQL with all rights, in the database of TEST_DATABASE_URL unless another is given. */
export async function administer(statement: string, databaseUrl?: string): Promise<void> {
  if (databaseUrl) return withConnection(databaseUrl, (client) => client.query(statement));
  // Two for each database of hundreds of tests: one connection serves them all.
  administrator ??= new pg.Pool({ connectionString: testDatabaseUrl, max: 1, allowExitOnIdle: true }).on(
    'error',
    () => {},
  );
  await administrator.query(statement);
}

async function withConnection(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Runs SQL with the rights of the owner in a database that nobody has open. */
export async function runAsOwner(place: DatabasePlace, statement: string): Promise<void> {
  if (place.databaseUrl) return administer(statement, place.databaseUrl);
  const pglite = await PGlite.create(path.join(place.dataDir, 'database'));
  await pglite.exec(statement);
  await pglite.close();
}

/** The address of another database of the same server. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Arbitrary but fixed: whoever holds this advisory lock makes templates. */
const templateLock = 7_274_112_684;
const templates = new Map<DatabaseContents, Promise<string>>();

/** The name of a migrated database of PostgreSQL to copy. A server that outlives the run keeps it until it is dropped. */
function getTemplate(contents: DatabaseContents): Promise<string> {
  const template = templates.get(contents) ?? makeTemplate(contents);
  templates.set(contents, template);
  return template;
}

async function makeTemplate(contents: DatabaseContents): Promise<string> {
  const name = `writing_ant_template_${hashOfOrigins(contents)}`;
  const serverUrl = testDatabaseUrl ?? '';
  await withConnection(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(${templateLock})`);
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return;
    // What a run that was ended has left half made.
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await prepareTemplate({ databaseUrl: withDatabase(serverUrl, name), dataDir: '', contents });
    // Said last: only a finished one is a template.
    await client.query(`alter database ${name} with is_template true`);
  });
  return name;
}

/** Of a copy, everything but its role is there; roles belong to the server, and each database has its own. */
async function copyTemplate(template: string, name: string): Promise<void> {
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const role = applicationRoleName(name);
  await administer(
    `create role ${role} nologin; grant ${role} to current_user; reassign owned by ${applicationRoleName(template)} to ${role}`,
    withDatabase(testDatabaseUrl ?? '', name),
  );
}

/**
 * The folder of an embedded database to copy: creating one takes seconds, copying a migrated one does not. Kept until a
 * migration changes.
 */
export async function getEmbeddedTemplate(contents = productContents): Promise<string> {
  const template = path.join(root, 'node_modules/.cache/writing-ant', `database-${hashOfOrigins(contents)}`);
  if (existsSync(template)) return template;
  mkdirSync(path.dirname(template), { recursive: true });
  const draft = mkdtempSync(`${template}-`);
  await prepareTemplate({ dataDir: draft, contents });
  try {
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another test file was faster.
    if (!existsSync(template)) throw error;
  }
  return template;
}

async function prepareTemplate(place: Omit<DatabasePlace, 'remove'>): Promise<void> {
  const database = await openDatabase(place);
  // The queues and their own tables take as long to create as ours.
  const jobs = await database.openJobs({ byItself: false });
  await jobs.prepare(product.bindJobs({} as FeatureDependencies), () => {});
  await jobs.stop();
  await database.close();
}

function hashOfOrigins({ migrationFolders }: DatabaseContents): string {
  const hash = createHash('sha256');
  for (const name of ['@electric-sql/pglite', 'pg-boss'])
    hash.update(readFileSync(path.join(root, 'node_modules', name, 'package.json')));
  for (const [name, file] of listMigrations(migrationFolders)) hash.update(name).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
