import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, importStatement, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import type { Service } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { verifyBooks } from './books.ts';
import { billingVerify } from './verify.operator.ts';

let api: TestApi;
/** One is renewed by transfer, one has cancelled after paying ahead, and one never paid. */
let [renewed, left, lapsed]: string[] = [];

beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2027-01-05T09:00:00Z');
  const buyers = [aBuyerAt(api), aBuyerAt(api), aBuyerAt(api)] as const;
  [renewed, left, lapsed] = buyers.map(({ userId }) => userId);
  await buyers[0].subscribe();
  await buyers[1].subscribe();
  await buyers[2].give();
  await buyers[2].order();
  await moveTo(api, '2027-01-22T09:00:00Z');
  await receive((await buyers[0].subscription()).payment!.invoice!);
  await run();
  await moveTo(api, '2027-02-02T09:00:00Z');
  await buyers[1].pay();
  await buyers[1].act({ action: 'cancel', followedBy: 'free' });
  // Without a statement, no order lapses.
  await importStatement(api, '2027-02-04');
  await moveTo(api, '2027-02-05T09:00:00Z');
  await run();
  api.time.now = new Date('2027-02-05T12:00:00Z');
});
afterAll(() => api.close());

async function run(): Promise<void> {
  expect(await api.runDueJobs()).toEqual([]);
}

/** Two statements of the bank, the second with a transfer. */
async function receive({ reference, openRappen }: { reference: string; openRappen: number }): Promise<void> {
  const common = { iban: 'CH93', file_sha256: 'ab'.repeat(32), imported_at: api.time.now };
  const statement = (day: string, opening_rappen: number, closing_rappen: number) => ({
    ...{ ...common, id: randomUUID(), message_id: day, from_on: day, until_on: day },
    ...{ opening_rappen, closing_rappen },
  });
  const second = statement('2027-01-21', 100, 100 + openRappen);
  await api.database.kysely
    .insertInto('bank_statements')
    .values([statement('2027-01-20', 100, 100), second])
    .execute();
  await api.database.kysely
    .insertInto('bank_entries')
    .values({
      ...{ id: randomUUID(), statement_id: second.id, entry_key: randomUUID(), amount_rappen: openRappen },
      ...{ booked_on: '2027-01-21', value_on: '2027-01-21', debtor_name: null, debtor_iban: null, message: null },
      ...{ reference, state: 'open', note: null },
    })
    .execute();
}

const namesAt = async (trx: OpenTransaction) => (await verifyBooks(trx, api.time.now)).map(({ name }) => name);

/** As nobody could who is not the database's administrator: without the rules that refuse it. */
async function findAfter(...statements: ReturnType<typeof sql>[]): Promise<string[]> {
  let found: string[] = [];
  const undo = new Error('undo');
  await api.database.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
      found = await namesAt(trx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

const of = (account: () => string | undefined, kind = 'invoice') => sql`(select id from invoices
  where account_id = ${account()} and kind = ${kind} order by number desc limit 1)`;
const firstOf = (account: string | undefined) => sql`(select id from invoices where account_id = ${account}
  order by number limit 1)`;
const subscriptionOf = (account: () => string | undefined) => sql`(select id from subscriptions
  where account_id = ${account()})`;

const overToday = () => [
  sql`update terms set until_on = '2027-02-05', from_on = '2027-02-04'
    where number = 2 and subscription_id = ${subscriptionOf(() => renewed)}`,
  sql`update terms set until_on = '2027-02-04' where number = 1 and subscription_id = ${subscriptionOf(() => renewed)}`,
];

/** The first term is not paid any more; whoever had it was told, and suspended for it, long ago. */
const owing = () => [
  sql`delete from allocations where invoice_id = ${firstOf(renewed)}`,
  sql`insert into subscription_events select gen_random_uuid(), ${subscriptionOf(() => renewed)}, event, event, '{}',
    '2027-01-05 09:00Z' from unnest(array['payment-overdue', 'suspended']) as event`,
];

type Statement = ReturnType<typeof sql>;
const corruptions: [string, string[], () => Statement | Statement[]][] = [
  ['a number is skipped', ['numbers'], () => sql`update invoice_series set last_number = last_number + 1`],
  [
    'an invoice is dated back',
    ['days'],
    () => sql`update invoices set issued_on = '2027-01-01' where id = ${of(() => renewed)}`,
  ],
  [
    'a line is changed',
    ['lines'],
    () => sql`update invoice_lines set net_rappen = net_rappen + 1 where invoice_id = ${of(() => renewed)}`,
  ],
  [
    'a tax is not that of its sum',
    ['lines', 'taxes'],
    () => [
      sql`update invoices set vat_permille = 81, vat_rappen = 1, total_rappen = total_rappen + 1
        where id = ${of(() => renewed)} or corrects = ${of(() => renewed)}`,
      sql`insert into allocations select gen_random_uuid(), gen_random_uuid(), ${of(() => renewed)}, 1, now()`,
    ],
  ],
  [
    'more is credited than was charged',
    ['credits'],
    () => [
      sql`update invoices set net_rappen = net_rappen - 1, total_rappen = total_rappen - 1
        where id = ${of(() => lapsed, 'credit-note')}`,
      sql`update invoice_lines set net_rappen = net_rappen - 1 where invoice_id = ${of(() => lapsed, 'credit-note')}`,
    ],
  ],
  [
    'a credit note is of another account',
    ['credits'],
    () => sql`update invoices set account_id = ${renewed} where id = ${of(() => lapsed, 'credit-note')}`,
  ],
  [
    'a reference is that of another number',
    ['references'],
    () => sql`update invoices set reference = 'RF182026000001' where id = ${of(() => renewed)}`,
  ],
  [
    'a document is changed',
    ['documents'],
    () => sql`update invoice_files set pdf = set_byte(pdf, 50, 0) where invoice_id = ${of(() => renewed)}`,
  ],
  [
    'a document is lost',
    ['documents'],
    () => sql`delete from invoice_files where invoice_id = ${of(() => lapsed, 'credit-note')}`,
  ],
  [
    'a payment is used twice',
    ['payments', 'paid'],
    () => sql`insert into allocations select gen_random_uuid(), id, ${of(() => renewed)}, 1, now()
        from payments where bank_entry_id is not null`,
  ],
  [
    'a payment of a served term is taken off',
    ['payments', 'unpaid'],
    () => sql`delete from allocations where invoice_id in (select id from invoices where account_id = ${renewed})`,
  ],
  [
    'a term has no invoice',
    ['unpaid', 'served'],
    () =>
      sql`update terms set invoice_id = null where number = 2 and subscription_id = ${subscriptionOf(() => renewed)}`,
  ],
  ['a refund is refused, and left', ['refunds'], () => sql`update refunds set state = 'failed'`],
  ['a refund is forgotten', ['refunds'], () => sql`update refunds set wanted_at = wanted_at - interval '10 days'`],
  [
    'a card was charged, and nothing is booked',
    ['cards'],
    () => sql`insert into payment_attempts (id, account_id, kind, invoice_id, amount_rappen, state, intent_id, created_at, settled_at)
        values (gen_random_uuid(), ${renewed}, 'charge', ${of(() => renewed)}, 1, 'succeeded', 'pi_1', '2027-02-01', '2027-02-01')`,
  ],
  [
    'a payment by card came from nowhere',
    ['cards'],
    () => sql`update payments set method = 'card', provider_ref = 'pi_1', operator_ref = null
        where operator_ref is not null and account_id = ${renewed}`,
  ],
  [
    'a transfer is settled, and not booked',
    ['transfers'],
    () => sql`update payments set method = 'manual', operator_ref = 'receipt', bank_entry_id = null
        where bank_entry_id is not null`,
  ],
  [
    'the bank wrote another amount',
    ['transfers', 'missing'],
    () => sql`update bank_entries set amount_rappen = amount_rappen - 1`,
  ],
  ['a surplus is forgotten', ['waiting'], () => sql`update bank_entries set state = 'to-refund'`],
  [
    'a term is taxed otherwise than its day asks for',
    ['taxes'],
    () => sql`insert into tax_registrations (id, regime, change, number, on_day, recorded_at)
        select gen_random_uuid(), 'swiss', 'start', 'CHE123456789MWST', from_on, '2027-01-01' from terms
          where number = 2 and subscription_id = ${subscriptionOf(() => renewed)}`,
  ],
  [
    'a company abroad pays no tax, and no register has confirmed its number',
    ['taxes'],
    () => sql`update invoices set tax_rule = 'reverse-charge', buyer = jsonb_set(buyer, '{country}', '"IE"')
        where id = ${of(() => renewed)}`,
  ],
  [
    'a statement is missing',
    ['statements'],
    () => sql`update bank_statements set opening_rappen = 99, closing_rappen = closing_rappen - 1
      where message_id = '2027-01-21'`,
  ],
  [
    'a term is shorter than the next one begins',
    ['terms'],
    () =>
      sql`update terms set until_on = until_on - 1 where number = 1 and subscription_id = ${subscriptionOf(() => renewed)}`,
  ],
  [
    'somebody is suspended who owes nothing',
    ['dunned'],
    () => sql`update subscriptions set state = 'suspended' where account_id = ${renewed}`,
  ],
  [
    'somebody is served more than was paid for',
    ['served'],
    () => sql`update subscriptions set product = 'high' where account_id = ${renewed}`,
  ],
  ['a term is over, and nothing followed', ['clock'], overToday],
  [
    'an order has lapsed, and nothing followed',
    ['clock'],
    () => sql`update subscriptions set state = 'pending', end_reason = null, ended_at = null, next_check_on = '2027-03-05'
        where account_id = ${lapsed}`,
  ],
  [
    'an order has lapsed, and is still asked for',
    ['ends'],
    () => [
      sql`delete from invoice_lines where invoice_id = ${of(() => lapsed, 'credit-note')}`,
      sql`delete from invoices where id = ${of(() => lapsed, 'credit-note')}`,
      sql`update invoice_series set last_number = last_number - 1`,
    ],
  ],
  [
    'a debt is long overdue, and it is served for nothing',
    ['payments', 'clock'],
    () => [...owing(), sql`update subscriptions set state = 'grace' where account_id = ${renewed}`],
  ],
  [
    'somebody is suspended for long, and nothing ended',
    ['payments', 'clock'],
    () => [
      ...owing(),
      sql`update invoices set due_on = '2027-01-05' where id = ${firstOf(renewed)}`,
      sql`update subscriptions set state = 'suspended' where account_id = ${renewed}`,
    ],
  ],
  [
    'a cancelled term is over while something is owed, and nothing followed',
    ['dunned', 'clock'],
    () => [
      sql`update subscriptions set state = 'grace', end_reason = 'free', ends_on = '2027-02-05', next_product = null,
        next_months = null where account_id = ${renewed}`,
      ...overToday(),
    ],
  ],
  [
    'an account is closed, and billed on',
    ['clock'],
    () => sql`update accounts set status = 'ended', ended_by = 'holder', ended_at = '2027-02-05' where id = ${renewed}`,
  ],
  [
    'an account was to be closed, and is not',
    ['ends'],
    () => sql`update subscriptions set end_reason = 'closed' where account_id = ${left}`,
  ],
  ['somebody was not told', ['mails'], () => sql`delete from mails where kind = 'cancelled'`],
  [
    'a mail did not leave',
    ['mails'],
    () => sql`update mails set state = 'queued', due_at = '2027-02-05 10:00Z', settled_at = null
        where kind = 'cancelled'`,
  ],
  [
    'billing data outlive their account',
    ['purges'],
    () => sql`update accounts set status = 'ended', ended_by = 'holder', ended_at = '2027-01-01' where id = ${left}`,
  ],
];

it('finds nothing in books as the service keeps them', async () => {
  expect(await verifyBooks(api.database.kysely, api.time.now)).toEqual([]);
  const counts = await sql`select (select count(*) from invoices)::integer as invoices,
    (select count(*) from invoices where kind = 'credit-note')::integer as notes, (select count(*) from terms)::integer as terms,
    (select count(*) from refunds)::integer as refunds`.execute(api.database.kysely);
  expect(counts.rows).toEqual([{ invoices: 7, notes: 2, terms: 3, refunds: 1 }]);
});

it('leaves a statement alone that outlived its year, with the transfer that a later year needs', async () => {
  const found = await findAfter(
    sql`update bank_statements set from_on = '2016-12-10', until_on = '2016-12-10' where message_id = '2027-01-20'`,
    sql`update bank_statements set opening_rappen = 99, closing_rappen = closing_rappen - 1
      where message_id = '2027-01-21'`,
  );
  expect(found).toEqual([]);
});

it('takes numbers that a restore has lost for a gap that is explained', async () => {
  expect(
    await findAfter(sql`update invoice_series set last_number = last_number + 3, lost_numbers = lost_numbers + 3`),
  ).toEqual([]);
});

it('leaves four of the 14 days for a refund by transfer', async () => {
  expect(await findAfter(sql`update refunds set wanted_at = '2027-01-26 23:00Z'`)).toEqual([]);
  // A minute before that, the day in Zurich was another one.
  expect(await findAfter(sql`update refunds set wanted_at = '2027-01-26 22:59Z'`)).toEqual(['refunds']);
});

it.each(corruptions)('finds that %s', async (_, names, plant) => {
  expect(await findAfter(...[plant()].flat())).toEqual(names);
});

it('tells operators once a day, and by the command, which then fails', async () => {
  const notices = () =>
    api.database.kysely.selectFrom('mails').selectAll().where('kind', '=', 'operator-notice').execute();
  const verify = () => billingVerify.work({ ...api, clock: { now: () => api.time.now } } as unknown as Service, []);
  await run();
  expect(await notices()).toEqual([]);
  expect(await verify()).toMatchObject({ lines: ['Everything adds up.'], failed: false });
  const { id } = await api.database.kysely
    .updateTable('refunds')
    .set({ wanted_at: new Date('2027-01-20T09:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await run();
  await run();
  const [mail, ...others] = await notices();
  expect(others).toEqual([]);
  expect(wordsOf(mail!.message!)).toContain(id);
  expect(wordsOf(mail!.message!)).toContain(`from its version ${api.config.version}`);
  expect(await verify()).toMatchObject({ failed: true, outcome: 'found: 1' });
});
