import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { applicationRoleName } from '../../server/database/application-role.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { listMigrations } from '../../server/database/migrations.ts';
import type { DatabaseContents } from '../../server/database/tables.ts';
import type { FeatureDependencies } from '../../server/features/feature.ts';
import { product } from '../../server/features/index.ts';
import { briefDatabase } from './brief-database.ts';

/** Where tests find PostgreSQL, if they are to run on it; its user must be able to create databases and roles. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL || undefined;

v8.setFlagsFromString(briefDatabase);

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
export async function createDatabasePlace(contents = productContents): Promise<DatabasePlace> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-data-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (!testDatabaseUrl) return { dataDir, contents, remove: async () => removeFolder() };
  const name = `writing_ant_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}`);
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

/** A migrated database for one test, with what closes and removes it. */
export async function openTestDatabase(contents = productContents): Promise<{
  database: Database;
  place: DatabasePlace;
  remove(): Promise<void>;
}> {
  const place = await createDatabasePlace(contents);
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

/** Runs SQL on PostgreSQL with all rights, in the database of TEST_DATABASE_URL unless another is given. */
export async function administer(statement: string, databaseUrl = testDatabaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
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

/**
 * The folder of an embedded database to copy: creating one takes seconds, copying a migrated one does not. Kept until a
 * migration changes.
 */
export async function getEmbeddedTemplate(contents = productContents): Promise<string> {
  const root = path.join(import.meta.dirname, '../..');
  const template = path.join(root, 'node_modules/.cache/writing-ant', `database-${hashOfOrigins(root, contents)}`);
  if (existsSync(template)) return template;
  mkdirSync(path.dirname(template), { recursive: true });
  const draft = mkdtempSync(`${template}-`);
  const database = await openDatabase({ dataDir: draft, contents });
  // The queues and their own tables take as long to create as ours.
  const jobs = await database.openJobs({ byItself: false });
  await jobs.prepare(product.bindJobs({} as FeatureDependencies), () => {});
  await jobs.stop();
  await database.close();
  try {
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another test file was faster.
    if (!existsSync(template)) throw error;
  }
  return template;
}

function hashOfOrigins(root: string, { migrationFolders }: DatabaseContents): string {
  const hash = createHash('sha256');
  for (const name of ['@electric-sql/pglite', 'pg-boss'])
    hash.update(readFileSync(path.join(root, 'node_modules', name, 'package.json')));
  for (const [name, file] of listMigrations(migrationFolders)) hash.update(name).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
