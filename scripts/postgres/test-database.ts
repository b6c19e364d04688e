import { ExplainedError } from '../commands/step.mjs';
import { startTemporaryPostgres } from './postgres.ts';

/**
 * Does `work` with an environment in which the server's tests find PostgreSQL: that of TEST_DATABASE_URL, or one that
 * lives just as long. Where none runs on this machine it says so, and they run on the embedded database.
 */
export async function withTestDatabase<Result>(
  work: (environment: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  if (process.env.TEST_DATABASE_URL) return work(process.env);
  const postgres = await startTemporaryPostgres().catch((error) => {
    if (!(error instanceof ExplainedError)) throw error;
    console.log(`\n${error.message}\nUntil then, the server's tests run on the embedded database alone.`);
  });
  if (!postgres) return work(process.env);
  try {
    console.log(`\nThe server's tests run on PostgreSQL ${postgres.version}.`);
    return await work({ ...process.env, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}
