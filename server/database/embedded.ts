import path from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { fromPglite, PgBoss } from 'pg-boss';
import { isThere } from '../file-access.ts';
import { openJobs } from '../jobs/jobs.ts';
import { ensurePrivateFolder } from '../private-folder.ts';
import { AppendOnlyPlugin } from './append-only.ts';
import { ensureApplicationRole, jobsSchema, requireRole, setApplicationPrivileges } from './application-role.ts';
import type { Database, OpeningOptions } from './database.ts';
import { lockDataFolder } from './folder-lock.ts';
import { DatabaseMissing, migrate } from './migrations.ts';
import type { Schema } from './schema.ts';
import type { DatabaseContents } from './tables.ts';

/**
 * Opens the embedded database in `dataDir`/database and locks the folder. Acknowledged data survives the death of the
 * process, but PGlite never asks the system to flush to disk: a power cut can lose the last moments.
 */
export async function openEmbedded(
  dataDir: string,
  { contents, mustExist, onFault }: OpeningOptions,
): Promise<Database> {
  if (mustExist && !isThere(path.join(dataDir, 'database')))
    throw new DatabaseMissing(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server has it.`);
  const unlock = lockDataFolder(dataDir);
  try {
    const folder = path.join(dataDir, 'database');
    ensurePrivateFolder(folder);
    const pglite = await PGlite.create(folder, {
      // A day is no moment: it stays `YYYY-MM-DD`, as on PostgreSQL.
      parsers: { [types.INT8]: Number, [types.DATE]: String },
      // A tenth of what PGlite takes otherwise; our working set is small.
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    });
    const kysely = new Kysely<Schema>({
      dialect: new PGliteDialect({ pglite }),
      plugins: [new AppendOnlyPlugin(contents.tables)],
    });
    let role: string;
    try {
      role = await prepare(kysely, contents);
    } catch (error) {
      await kysely.destroy();
      throw error;
    }
    return {
      kysely,
      kind: 'pglite',
      tables: contents.tables,
      openJobs: ({ byItself = true } = {}) =>
        openJobs(
          new PgBoss({
            db: fromPglite(pglite),
            backend: 'pglite',
            schema: jobsSchema,
            createSchema: false,
            schedule: byItself,
            supervise: byItself,
          }),
          jobsSchema,
          onFault,
        ),
      requireAnswer: () => requireRole((statement) => sql.raw<{ role: string }>(statement).execute(kysely), role),
      asOwner: (work) =>
        (kysely.withoutPlugins() as unknown as Kysely<unknown>).transaction().execute(async (trx) => {
          await sql`set local role none`.execute(trx);
          return work(trx);
        }),
      async close() {
        await kysely.destroy();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** From here on, the only connection works under the application's role, as connections to PostgreSQL do. */
async function prepare(kysely: Kysely<Schema>, contents: DatabaseContents): Promise<string> {
  const owner = kysely.withoutPlugins() as unknown as Kysely<unknown>;
  const role = await ensureApplicationRole(owner);
  await migrate(owner, contents.migrationFolders);
  await setApplicationPrivileges(owner, role, contents);
  await sql`set role ${sql.id(role)}`.execute(kysely);
  return role;
}
