import { sql } from 'kysely';
import type { OpenTransaction } from '../../server/database/schema.ts';
import type { TestApi } from './api.ts';

const money = ['allocations', 'refunds', 'payments', 'payment_attempts', 'provider_events', 'mails'];
const contracts = ['subscription_events', 'terms', 'subscriptions', 'orders'];
const books = ['invoice_files', 'invoice_lines', 'invoices', 'invoice_series'];
const bank = ['bank_debits', 'bank_entries', 'bank_statements'];
const tables = [...money, ...contracts, ...books, ...bank, 'operator_actions'];

/** Everything in the books, as nobody could who is not the database's administrator. */
export const forgetBilling = ({ database }: Pick<TestApi, 'database'>): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} cascade`.execute(trx);
  });

/** What loses every transaction at its end. */
export function dying(database: TestApi['database']): TestApi['database'] {
  const kysely = new Proxy(database.kysely, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return () => ({
        execute: (work: (trx: OpenTransaction) => Promise<unknown>) =>
          target.transaction().execute(async (trx) => {
            await work(trx);
            throw new Error('The server died.');
          }),
      });
    },
  });
  return { ...database, kysely };
}
