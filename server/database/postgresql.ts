import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { openJobs } from '../jobs/jobs.ts';
import { AppendOnlyPlugin } from './append-only.ts';
import {
  ensureApplicationRole,
  jobsSchema,
  lendRole,
  requireRole,
  setApplicationPrivileges,
} from './application-role.ts';
import type { Database, OpeningOptions } from './database.ts';
import { findPending, migrate, requireMigrated } from './migrations.ts';
import { isDatabaseOutage } from './outage.ts';
import type { Schema } from './schema.ts';
import type { DatabaseContents } from './tables.ts';

/** Arbitrary but fixed: whoever holds this advisory lock prepares the database. */
const preparationLock = 7_274_112_683;

/**
 * Connecting takes ten times as long as a visitor's query, so some connections stay open through a quiet night; each
 * costs the database server a few megabytes.
 */
const connections = { application: 10, keptOpen: 4, jobs: 3 } as const;
const connectionTimeoutMillis = 10_000;

/**
 * Nothing that a visitor waits for takes this long; what does, holds a connection that others need. DATABASE_URL can
 * override these.
 */
const standardOptions = ['statement_timeout=10s', 'idle_in_transaction_session_timeout=10s'];

/** For a server that hangs and does not enforce its own limits. */
const queryTimeoutMillis = 15_000;

/** How long a start waits for a database that is itself starting, and how often it asks. */
const startPatienceMs = 30_000;
const askAgainMs = 500;

/** One database through its two logins, which may be identical. */
interface Logins {
  databaseUrl: string;
  databaseMigrationUrl: string;
}

/** Opens PostgreSQL 15 or newer. Every connection of the application works under its role from the first query on. */
export async function openPostgresql(
  logins: Logins,
  { contents, mustExist, onFault }: OpeningOptions,
): Promise<Database> {
  const { databaseUrl } = logins;
  const role = await whenReachable(databaseUrl, () => prepare(logins, contents, mustExist));
  const connection = {
    connectionString: withOptions(databaseUrl, standardOptions, [`role=${role}`]),
    verify: requireRoleOf(role),
  };
  const pool = new pg.Pool({
    ...connection,
    max: connections.application,
    min: connections.keptOpen,
    keepAlive: true,
    connectionTimeoutMillis,
    query_timeout: queryTimeoutMillis,
    application_name: 'writing-ant',
    types: { getTypeParser },
  });
  // The pool replaces a connection that the server closed. Without a listener, either kind would end the process: the
  // pool reports idle connections, one in use reports itself.
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new AppendOnlyPlugin(contents.tables)],
  });
  const requireAnswer = () => requireRole((statement) => sql.raw<{ role: string }>(statement).execute(kysely), role);
  await requireAnswer().catch(async (error) => {
    await kysely.destroy();
    throw error;
  });
  return {
    kysely,
    kind: 'postgresql',
    tables: contents.tables,
    requireAnswer,
    openJobs: ({ byItself = true } = {}) =>
      openJobs(
        new PgBoss({
          ...connection,
          max: connections.jobs,
          application_name: 'writing-ant jobs',
          schema: jobsSchema,
          createSchema: false,
          schedule: byItself,
          supervise: byItself,
        }),
        jobsSchema,
        onFault,
      ),
    asOwner: (work) => withOwner(logins, (owner) => owner.transaction().execute(work)),
    close: () => kysely.destroy(),
  };
}

/** For a pool: a connection that does not work under the role is handed to nobody. Whatever is in between may change with each. */
function requireRoleOf(role: string) {
  return (client: pg.PoolClient, done: (error?: Error) => void): void => {
    requireRole((statement) => client.query<{ role: string }>(statement), role).then(() => done(), done);
  };
}

/**
 * Does `work`, and repeats it for half a minute while the database cannot be reached: after a restart of the machine
 * both start together. Throws a sentence for the operator.
 */
async function whenReachable<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + startPatienceMs;
  for (let isTold = false; ; isTold = true)
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      const { host } = new URL(databaseUrl);
      const cause = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (performance.now() > deadline)
        throw new Error(
          `The database at ${host || 'this machine'} cannot be reached (${cause}): start it, or correct DATABASE_URL.`,
        );
      if (!isTold)
        console.log(
          `Waiting for the database at ${host || 'this machine'} (${cause}), for ${startPatienceMs / 1000} s at most.`,
        );
      await wait(askAgainMs);
    }
}

/** Role, migrations and privileges, prepared by one process at a time; the others wait and find everything done. */
async function prepare(logins: Logins, contents: DatabaseContents, mustExist: boolean): Promise<string> {
  const { databaseUrl, databaseMigrationUrl } = logins;
  return withOwner(logins, async (owner) => {
    await sql`select pg_advisory_lock(${sql.lit(preparationLock)})`.execute(owner);
    if (mustExist) await requireMigrated(owner);
    const role = await ensureApplicationRole(owner);
    if (databaseMigrationUrl !== databaseUrl) await lendRole(owner, role, userOf(databaseUrl));
    await migrate(owner, contents.migrationFolders);
    await setApplicationPrivileges(owner, role, contents);
    return role;
  });
}

/** What a start would do to the database of this login, which owns its tables; nothing is changed. */
export const findPendingMigrations = (databaseMigrationUrl: string, folders: readonly string[]) =>
  whenReachable(databaseMigrationUrl, () =>
    withOwner({ databaseMigrationUrl }, (owner) => findPending(owner, folders)),
  );

/** Works through one connection of the login that owns the tables. */
async function withOwner<Result>(
  { databaseMigrationUrl }: Pick<Logins, 'databaseMigrationUrl'>,
  work: (owner: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: databaseMigrationUrl,
    max: 1,
    // The lock of the preparation belongs to the connection, so there must only ever be one.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis,
    application_name: 'writing-ant migrations',
  });
  // A connection lost here makes the next query fail, which says so.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

function userOf(databaseUrl: string): string {
  return new pg.Client({ connectionString: databaseUrl }).user ?? '';
}

/**
 * Adds run-time settings that the server applies on connection. The last one wins, so those in the address take
 * precedence.
 */
function withOptions(databaseUrl: string, before: readonly string[], after: readonly string[]): string {
  const toOptions = (settings: readonly string[]) =>
    settings.map((setting) => `-c ${setting.replace(/[\\\s]/g, '\\$&')}`);
  const given = new URL(databaseUrl).searchParams.get('options');
  const options = [...toOptions(before), given, ...toOptions(after)].filter(Boolean).join(' ');
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;
}

/**
 * Eight-byte integers as numbers, as the embedded database returns them: none of ours exceeds 2^53. Days stay as they are: the
 * library would take them for midnight where the server stands.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.DATE) return String;
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
}
