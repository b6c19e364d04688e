/**
 * A process that runs only the statements of a call, as often as told, over the bare drivers: the API is compared with
 * it. Arguments: the address of a PostgreSQL and its role, or the folder of an embedded database.
 */
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Statement, statementsFor } from './recorded-sql.ts';

/** The task it is given. */
export interface RawOrder {
  statements: Statement[];
  /** Whose statements they are; each round uses its own users where `isNewUser`. */
  recordedUser: string;
  isNewUser: boolean;
  times: number;
  workers: number;
}

type Run = (statements: Statement[]) => Promise<void>;

const [place = '', role] = process.argv.slice(2);
const run = place.startsWith('postgres') ? overPostgresql(place) : await overEmbedded(place);
let users = 0;

process.on('message', async ({ statements, recordedUser, isNewUser, times, workers }: RawOrder) => {
  let left = times;
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left-- > 0) {
        const user = isNewUser ? `user_raw_${process.pid}_${users++}` : recordedUser;
        await run(statementsFor(statements, recordedUser, user));
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send!({ ms: performance.now() - start, cpuMs: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit(0));
process.send!('ready');

function overPostgresql(connectionString: string): Run {
  const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 0, options: `-c role=${role}` });
  return async (statements) => {
    const client = await pool.connect();
    for (const { text, values } of statements) await client.query(text, values);
    client.release();
  };
}

async function overEmbedded(folder: string): Promise<Run> {
  const pglite = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });
  const isBoundary = ({ text }: Statement) => /^(begin|commit)/i.test(text);
  return async (statements) => {
    const inside = statements.filter((statement) => !isBoundary(statement));
    // Its own form of a transaction; a statement before or after one counts as inside, which is no slower.
    if (inside.length < statements.length)
      await pglite.transaction(async (trx) => {
        for (const { text, values } of inside) await trx.query(text, values);
      });
    else for (const { text, values } of inside) await pglite.query(text, values);
  };
}
