import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Database } from '../../../server/database/database.ts';
import type { TokenIssuer } from '../../../tests/factories/token-issuer.ts';

/** A statement as the server sends it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** One call of the API, as a client writes it. */
export interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Beyond those of a server for tests. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * The statements that the API sends to PostgreSQL for one call of `userId`, in order, including `begin` and `commit`.
 */
export async function recordStatements(
  database: Database,
  issuer: TokenIssuer,
  userId: string,
  { method, path, body, settings }: ApiCall,
): Promise<Statement[]> {
  const config = readConfig({ ...issuer.environment, ...settings, LOG_LEVEL: 'silent' });
  const jobs = await database.openJobs({ byItself: false });
  const app = await createApp({ config, database, jobs, clock: () => new Date() });
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query;
  try {
    const headers = {
      authorization: `Bearer ${await issuer.tokenFor(userId)}`,
      ...(body && { 'idempotency-key': randomUUID() }),
    };
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args;
      const { text, values } = typeof first === 'object' ? (first as Statement) : { text: first, values: second };
      statements.push({ text: text as string, values: (values ?? []) as unknown[] });
      return Reflect.apply(query, this, args);
    } as typeof query;
    const answer = await app.inject({ method, url: path, headers, ...(body && { payload: body }) });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${answer.body}`);
  } finally {
    pg.Client.prototype.query = query;
    await app.close();
    await jobs.stop();
  }
  return statements;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** The same statements for another user, with ids of their own. */
export function statementsFor(recorded: readonly Statement[], from: string, to: string): Statement[] {
  const ids = new Map<string, string>();
  return recorded.map(({ text, values }) => ({
    text,
    values: values.map((value) => {
      if (typeof value !== 'string') return value;
      return value.replaceAll(from, to).replaceAll(uuids, (id) => {
        if (!ids.has(id)) ids.set(id, randomUUID());
        return ids.get(id)!;
      });
    }),
  }));
}
