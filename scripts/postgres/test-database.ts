import { ExplainedError } from '../commands/step.mjs';
import { startTemporaryPostgres } from './postgres.ts';

/**
 * Does `work` with an `environment` in which the server's tests find PostgreSQL: that of TEST_DATABASE_URL, or one that
 * lives just as long, in that environment. Where none runs on this machine it says so, and they run on the embedded database.
 */
export async function withTestDatabase<Result>(
  work: (environment: NodeJS.ProcessEnv) => Promise<Result>,
  environment = process.env,
): Promise<Result> {
  if (environment.TEST_DATABASE_URL) return work(environment);
  const postgres = await startTemporaryPostgres({ environment }).catch((error) => {
    if (!(error instanceof ExplainedError)) throw error;
    console.log(`\n${error.message}\nUntil then, the server's tests run on the embedded database alone.`);
  });
  if (!postgres) return work(environment);
  try {
    console.log(`\nThe server's tests run on PostgreSQL ${postgres.version}.`);
    return await work({ ...environment, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}
