import type { OnBackgroundFault } from '../jobs/jobs.ts';
import type { Database } from './database.ts';
import { openPostgresql } from './postgresql.ts';
import type { DatabaseContents } from './tables.ts';

interface DatabaseOptions {
  /** PostgreSQL; if unset, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The same database through the login that owns its tables, if `databaseUrl` does not. */
  databaseMigrationUrl?: string | undefined;
  dataDir: string;
  /** What the features store in it. */
  contents: DatabaseContents;
  /** Refuses to make a new database where there is none. */
  mustExist?: boolean;
  /** Receives lost connections and failures of the job queue. */
  onFault?: OnBackgroundFault;
}

/** Opens and migrates the database. Throws a sentence for the operator when that cannot be done. */
export async function openDatabase({
  databaseUrl,
  databaseMigrationUrl = databaseUrl,
  dataDir,
  contents,
  mustExist = false,
  onFault = () => {},
}: DatabaseOptions): Promise<Database> {
  if (databaseUrl && databaseMigrationUrl)
    return openPostgresql({ databaseUrl, databaseMigrationUrl }, { contents, mustExist, onFault });
  // A database in WebAssembly, which no server beside PostgreSQL needs.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(dataDir, { contents, mustExist, onFault });
}
