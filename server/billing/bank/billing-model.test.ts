import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from '../../../shared/business/company.ts';
import { findPrice } from '../../../shared/business/sales.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moveTo } from '../../../tests/factories/billing.ts';
import { BillingModel } from '../../../tests/factories/billing-model.ts';
import { findPaid, type Offer } from '../../../tests/factories/billing-model-types.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { bankBookingJob } from './bank-booking.ts';

/** More of them by hand: BILLING_RUNS=300 BILLING_SEED=1 npm test -- billing-model (docs/operations.md). */
const runs = Number(process.env.BILLING_RUNS ?? 8);
const seed = process.env.BILLING_SEED === undefined ? {} : { seed: Number(process.env.BILLING_SEED) };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
});
afterAll(() => api.close());

type Step =
  | { do: 'order' | 'change'; offer: Offer }
  /** `dies`: the server loses the transaction at its end, and does everything again. */
  | { do: 'pay'; how: 'exact' | 'short' | 'over'; dies: boolean }
  | { do: 'wait'; days: number; dies: boolean }
  | { do: 'take-back'; from: 'first' | 'last' }
  | { do: Simple };

type Simple = 'again' | 'statement' | 'cancel' | 'resume' | 'withdraw';

const offer: fc.Arbitrary<Offer> = fc.record({
  product: fc.constantFrom('moderate' as const, 'high' as const),
  months: fc.constantFrom(1, 4),
});
const simply = (...names: Simple[]) => fc.record({ do: fc.constantFrom(...names) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('order' as const), offer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), offer }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      how: fc.constantFrom('exact' as const, 'exact' as const, 'short' as const, 'over' as const),
      dies: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 0, max: 40 }),
      dies: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: simply('statement') },
  { weight: 2, arbitrary: simply('cancel', 'resume') },
  { weight: 1, arbitrary: simply('withdraw', 'again') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('take-back' as const),
      from: fc.constantFrom('first' as const, 'last' as const),
    }),
  },
);

/** Ends of months, leap days, and both Sundays on which clocks are moved. */
const start = fc.constantFrom('2026-11-09', '2027-01-31', '2027-03-27', '2027-08-31', '2027-10-30', '2028-02-29');

const tables = ['subscription_events', 'terms', 'allocations', 'refunds', 'payments', 'payment_attempts', 'mails'];
const books = ['invoice_files', 'invoice_lines', 'invoices', 'invoice_series', 'subscriptions', 'orders'];

/** As nobody could who is not the database's administrator. */
async function forgetEverything(): Promise<void> {
  await api.database.kysely.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    for (const table of [...tables, ...books, 'bank_entries', 'bank_statements', 'operator_actions'])
      await sql`truncate ${sql.table(table)} cascade`.execute(trx);
  });
}

const iban = operator.bankAccount.iban.replaceAll(' ', '');

/** A statement of our account until `day`; entries belong to one that is older than everything. */
async function importStatement(day: Day): Promise<string> {
  const id = randomUUID();
  await api.database.kysely
    .insertInto('bank_statements')
    .values({
      ...{
        id,
        file_sha256: id.replaceAll('-', '').padEnd(64, '0'),
        message_id: id,
        iban,
        from_on: day,
        until_on: day,
      },
      ...{ opening_rappen: 0, closing_rappen: 0, imported_at: api.time.now },
    })
    .execute();
  return id;
}

/** What loses every transaction at its end. */
function dying(database: TestApi['database']): TestApi['database'] {
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

const book = (deps: Pick<FeatureDependencies, 'config' | 'database' | 'jobs' | 'log' | 'clock'>) =>
  bankBookingJob.handle({ ...deps, accountParts: [], retentionRules: [], promiseChecks: [] }, undefined as never);

async function follow({ from, abroad, steps }: { from: Day; abroad: boolean; steps: readonly Step[] }): Promise<void> {
  await forgetEverything();
  const model = new BillingModel(from, abroad);
  let minute = 0;
  const now = () => {
    minute += 1;
    return new Date(new Date(`${model.today}T12:00:00Z`).getTime() + (minute % 500) * 60_000);
  };
  api.time.now = now();
  const buyer = aBuyerAt(api);
  await buyer.give(abroad ? { country: 'IE', locale: 'en' } : {});
  const statement = await importStatement('2020-01-01');
  const { config, database, jobs, app } = api;
  const deps = { config, database, jobs, log: app.log, clock: () => api.time.now };

  const receive = async (amount: number, reference: string, dies = false) => {
    await database.kysely
      .insertInto('bank_entries')
      .values({
        ...{ id: randomUUID(), statement_id: statement, entry_key: randomUUID(), amount_rappen: amount },
        ...{ booked_on: model.today, value_on: model.today, debtor_name: null, debtor_iban: null, message: null },
        ...{ reference, state: 'open', note: null },
      })
      .execute();
    if (dies) await book({ ...deps, database: dying(database) }).catch(() => {});
    await book(deps);
  };
  /** Numbers are given in the order in which the model issues, with credit notes between them. */
  const referenceOf = async (invoice: BillingModel['invoices'][number]): Promise<string> => {
    const rows = await database.kysely
      .selectFrom('invoices')
      .select('reference')
      .where('kind', '=', 'invoice')
      .orderBy('year')
      .orderBy('number')
      .execute();
    return rows[model.invoices.indexOf(invoice)]!.reference;
  };
  const stateOf = async () => {
    const live = await database.kysely
      .selectFrom('subscriptions')
      .select('state')
      .where('state', '<>', 'ended')
      .execute();
    return live[0]?.state ?? 'free';
  };
  const expectPossible = ({ statusCode, body }: { statusCode: number; body: string }, isPossible: boolean) =>
    expect(statusCode, body).toBe(isPossible ? 200 : 409);

  async function act(each: Step): Promise<void> {
    switch (each.do) {
      case 'order': {
        const result = model.order(each.offer);
        const totalRappen = findPrice(each.offer.product, each.offer.months)!;
        const answer = await buyer.order({ ...each.offer, months: each.offer.months as 1 | 4, totalRappen });
        expect(result === 'ordered' ? answer.statusCode : answer.json().code).toBe(result === 'ordered' ? 201 : result);
        return;
      }
      case 'change': {
        const totalRappen = model.priceOf(each.offer) ?? 0;
        const request = { ...each.offer, months: each.offer.months as 1 | 4, action: 'change', totalRappen } as const;
        expectPossible(await buyer.act(request), model.change(each.offer));
        return;
      }
      case 'pay': {
        const invoice = model.oldestOpen;
        if (!invoice) return;
        const open = invoice.total - invoice.credited - invoice.paid.reduce((sum, { used }) => sum + used, 0);
        const amount = { exact: open, short: Math.ceil(open / 2), over: open + 700 }[each.how];
        const reference = await referenceOf(invoice);
        model.pay(amount);
        await receive(amount, reference, each.dies);
        return;
      }
      case 'again': {
        // The same bank entries once more change nothing.
        await book(deps);
        return;
      }
      case 'take-back': {
        const found = findPaid(model.invoices, each.from);
        if (!found) return;
        const { amount } = found.payment.transfer;
        const reference = await referenceOf(found.invoice);
        model.takeBack(found);
        await receive(-amount, reference);
        return;
      }
      case 'statement':
        model.statementsUntil = addDays(model.today, -1);
        await importStatement(model.statementsUntil);
        return;
      case 'cancel':
        expectPossible(await buyer.act({ action: 'cancel', followedBy: 'free' }), model.cancel());
        return;
      case 'resume':
        expectPossible(await buyer.act({ action: 'resume' }), model.resume());
        return;
      case 'withdraw':
        expectPossible(await buyer.act({ action: 'withdraw' }), model.withdraw());
        return;
      case 'wait':
        for (let day = 0; day < each.days; day += 1) {
          model.today = addDays(model.today, 1);
          if (each.dies) await moveTo({ ...api, database: dying(database) }, now().toISOString()).catch(() => {});
          await moveTo(api, now().toISOString());
          model.tick();
          expect([model.today, await stateOf()]).toEqual([model.today, model.state]);
        }
    }
  }

  for (const each of steps) {
    api.time.now = now();
    await act(each);
    await moveTo(api, now().toISOString());
    model.tick();
    await compare();
  }

  async function compare(): Promise<void> {
    const { state, plan, subscription } = await buyer.subscription();
    const term = model.state === 'free' || !model.last ? null : { from: model.last.from, until: model.last.until };
    const sums = await sql<{ open: number; refund: number; much: number }>`select
      (select coalesce(sum(total_rappen), 0) from invoices)::integer
        - (select coalesce(sum(amount_rappen), 0) from allocations)::integer as open,
      (select coalesce(sum(amount_rappen), 0) from refunds where state = 'wanted')::integer as refund,
      (select coalesce(sum(e.amount_rappen), 0) from bank_entries e where e.state = 'to-refund')::integer
        - (select coalesce(sum(a.amount_rappen), 0) from bank_entries e join payments p on p.bank_entry_id = e.id
          join allocations a on a.payment_id = p.id where e.state = 'to-refund')::integer
        - (select coalesce(sum(r.amount_rappen), 0) from bank_entries e join payments p on p.bank_entry_id = e.id
          join refunds r on r.payment_id = p.id where e.state = 'to-refund')::integer as much`.execute(database.kysely);
    const { open, refund, much } = sums.rows[0]!;
    expect({
      state,
      plan,
      term: subscription?.term ?? null,
      endsOn: subscription?.endsOn ?? null,
      open,
      refund,
      much,
    }).toEqual({
      ...{ state: model.state, plan: model.plan, term, endsOn: model.endsOn ?? null },
      ...{ open: model.open, refund: model.toRefund, much: model.tooMuch },
    });
    expect(subscription?.next ?? undefined).toEqual(model.state === 'free' ? undefined : model.next);
    // Nobody sends refunds here, so in time they are told of.
    expect((await findFaults(api)).filter((fault) => !fault.startsWith('refunds'))).toEqual([]);
  }
}

it('billing by transfer goes as its rules say, whatever happens in whatever order', {
  timeout: 3_600_000,
}, async () => {
  const story = fc.record({
    from: start,
    abroad: fc.boolean(),
    steps: fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
  });
  await fc.assert(fc.asyncProperty(story, follow), { numRuns: runs, ...seed });
});
