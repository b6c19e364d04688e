/**
 * Preloaded into a process of ours (`NODE_OPTIONS=--import=…`): kills it, as a power cut would, before the statement with the number
 * `KILL_AT` that it sends to the database once one matches `KILL_AFTER`.
 */
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const [number, begin] = [Number(process.env.KILL_AT), new RegExp(process.env.KILL_AFTER ?? '^', 'i')];
let sent = 0;

function count(statement) {
  const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
  if (sent === 0 && !begin.test(text)) return;
  sent += 1;
  if (sent === number) process.kill(process.pid, 'SIGKILL');
}

/** Counts what is sent through it from now on. */
function watch(connection) {
  const { query } = connection;
  connection.query = function (statement, ...rest) {
    count(statement);
    return query.call(this, statement, ...rest);
  };
}
watch(PGlite.prototype);
watch(pg.Client.prototype);

// The embedded database sends the statements of a transaction, and its end, by itself.
const { transaction } = PGlite.prototype;
PGlite.prototype.transaction = function (work) {
  return transaction.call(this, async (inside) => {
    watch(inside);
    const result = await work(inside);
    count('commit');
    return result;
  });
};
