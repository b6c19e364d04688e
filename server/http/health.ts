import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { healthAnswer } from '../../shared/api/health.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import type { Config } from '../config/config.ts';
import { wrongRole } from '../database/application-role.ts';
import type { Database } from '../database/database.ts';
import { Problem } from './problem.ts';

/** A database that takes longer to answer this is of no use to anyone. */
const databaseTimeoutMs = 2_000;

interface HealthContext {
  config: Config;
  database: Database;
  /** What cannot be used although requests are answered. */
  findFaults: () => Promise<string[]>;
}

/**
 * `GET /api/health`: 200 while requests can be answered, 503 while the database is silent or knows the application by another role than
 * its own, or the server is stopping.
 */
export function healthRoute(app: FastifyInstance, { config, database, findFaults }: HealthContext): void {
  const schema = { operationId: 'getHealth', summary: 'Whether the service is ready', response: { 200: healthAnswer } };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.health, { schema }, async () => {
    await requireAnswer(database);
    const faults = await findFaults();
    const stable = { status: 'ok' as const, database: database.kind, version: config.version };
    return faults.length ? { ...stable, faults } : stable;
  });
}

async function requireAnswer(database: Database): Promise<void> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), databaseTimeoutMs);
  try {
    await Promise.race([database.requireAnswer(), silence]);
  } catch (cause) {
    const isOther = cause instanceof Error && 'code' in cause && cause.code === wrongRole;
    const detail = isOther ? 'database: another role than the application’s' : 'database: no answer';
    throw new Problem('service-unavailable', { detail, cause });
  } finally {
    clearTimeout(timer);
  }
}
