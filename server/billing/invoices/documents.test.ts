import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { OrderAnswer } from '../../../shared/api/orders.ts';
import { invoicePdfPath, orderPath } from '../../../shared/api-paths.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { type CardWorld, cardDependencies, startCardWorld } from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { verifyBooks } from '../books/books.ts';
import { invoiceFilesJob, readDocument } from './documents.ts';

const { readFile } = promises;
const errors: unknown[] = [];
let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch' });
  world.time.now = new Date('2027-03-01T10:00:00Z');
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterEach(() => {
  errors.length = 0;
  letReadFonts(true);
});
afterAll(() => world.close());

function letReadFonts(isAllowed: boolean): void {
  const refuse = (async (file: string, ...options: []) => {
    if (String(file).endsWith('.ttf')) throw new Error('EMFILE: too many open files');
    return readFile(file, ...options);
  }) as typeof readFile;
  promises.readFile = isAllowed ? readFile : refuse;
  syncBuiltinESMExports();
}

/** Somebody who has paid on the provider's page, and has not come back yet. */
async function aPayer() {
  const buyer = aBuyerAt(world);
  await buyer.give();
  const order: OrderAnswer = (await buyer.order({ method: 'card' })).json();
  await enterCard(order.payAt!, '4242424242424242');
  const pdf = async () => {
    const [invoice] = await buyer.invoices();
    return [invoice?.hasPdf, (await world.get(invoicePdfPath(invoice!.id), buyer.userId)).statusCode];
  };
  return { ...buyer, pdf, comeBack: () => world.get(orderPath(order.id), buyer.userId) };
}

const makeDocuments = () => invoiceFilesJob.handle(cardDependencies(world, errors), {});
/** What `billing verify` names two hours later. */
const named = async () =>
  (await verifyBooks(world.database.kysely, new Date(world.time.now.getTime() + 2 * 3_600_000))).filter(
    ({ name }) => name === 'documents',
  );

it('an invoice that cannot be drawn stops nothing, is named to operators, and made by a later run', async () => {
  const buyer = await aPayer();
  letReadFonts(false);
  expect((await buyer.comeBack()).json()).toMatchObject({ state: 'paid' });
  expect(await buyer.plan()).toBe('moderate');
  const [mail] = await world.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('account_id', '=', buyer.userId)
    .where('kind', '=', 'order-confirmed')
    .execute();
  expect([mail!.message!.includes('terms'), mail!.message!.includes('writing-ant-2027')]).toEqual([true, true]);
  // The mail names it, and leaves once it is made (delivery.ts).
  expect(await buyer.pdf()).toEqual([false, 404]);

  await makeDocuments();
  const [invoice] = await buyer.invoices();
  expect(JSON.stringify(errors)).toContain(invoice!.id);
  expect(await named()).toMatchObject([{ count: 1 }]);

  letReadFonts(true);
  await makeDocuments();
  expect(await buyer.pdf()).toEqual([true, 200]);
  expect(await named()).toEqual([]);
});

it('an order is settled although the document of its invoice cannot be stored, which a later run does', async () => {
  const buyer = await aPayer();
  const asOwner = (...statements: ReturnType<typeof sql>[]) =>
    world.database.kysely.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
    });
  await asOwner(
    sql`create function refuse_files() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device'; end $$`,
    sql`create trigger refuse_files before insert on invoice_files for each row execute function refuse_files()`,
  );
  expect((await buyer.comeBack()).json()).toMatchObject({ state: 'paid' });
  expect(await buyer.pdf()).toEqual([false, 404]);

  await asOwner(sql`drop trigger refuse_files on invoice_files`, sql`drop function refuse_files`);
  world.time.now = new Date(world.time.now.getTime() + 20 * 60_000);
  expect(await world.runDueJobs()).toEqual([]);
  expect(await buyer.plan()).toBe('moderate');
  expect(await buyer.pdf()).toEqual([true, 200]);
  expect(await named()).toEqual([]);
  // No number is missing, and nothing is told or booked twice.
  const { lines } = await world.operate('billing verify');
  expect(lines).toContain('Everything adds up.');
});

it('a mail brings the invoice of its account, and nobody that of another', async () => {
  const buyer = aBuyerAt(world);
  await buyer.give();
  await buyer.order();
  const [invoice] = await buyer.invoices();
  const read = (accountId: string, id: string) =>
    readDocument(world.database.kysely, accountId, id, { now: world.time.now });
  expect(await read('user_curious', invoice!.id)).toBeUndefined();
  expect(await read(buyer.userId, 'x'.repeat(36))).toBeUndefined();
  expect(String(await read(buyer.userId, invoice!.id)).startsWith('%PDF-1')).toBe(true);
});
