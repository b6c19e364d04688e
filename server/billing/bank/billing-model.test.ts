import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPrice } from '../../../shared/business/sales.ts';
import { addDays } from '../../../shared/days.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import type { ToldEntry } from '../../../tests/factories/bank-statement.ts';
import { aBuyerAt, findFaults, moveTo } from '../../../tests/factories/billing.ts';
import { BillingModel } from '../../../tests/factories/billing-model.ts';
import { findPaid, findReplacing, type ModelInvoice, openOf } from '../../../tests/factories/billing-model-types.ts';
import { type Step, type Story, story } from '../../../tests/factories/billing-story.ts';
import { dying, forgetBilling } from '../../../tests/factories/forget-billing.ts';
import { type Delivery, ModelBank } from '../../../tests/factories/model-bank.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import { bankBookingJob } from './bank-booking.ts';
import { importStatements } from './bank-import.ts';

/** More of them by hand: BILLING_RUNS=300 BILLING_SEED=1 npm test -- billing-model (docs/operations.md). */
const runs = Number(process.env.BILLING_RUNS ?? 8);
const seed = process.env.BILLING_SEED === undefined ? {} : { seed: Number(process.env.BILLING_SEED) };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
});
afterAll(() => api.close());

const book = (deps: Pick<FeatureDependencies, 'config' | 'database' | 'jobs' | 'log' | 'clock'>) =>
  bankBookingJob.handle(
    { ...deps, accountParts: [], retentionRules: [], promiseChecks: [], waitingKinds: [] },
    undefined as never,
  );

async function follow({ from, abroad, steps }: Story): Promise<void> {
  await forgetBilling(api);
  const model = new BillingModel(from, abroad);
  const bank = new ModelBank(addDays(from, -1));
  let minute = 0;
  const now = () => {
    minute += 1;
    return new Date(new Date(`${model.today}T12:00:00Z`).getTime() + (minute % 500) * 60_000);
  };
  api.time.now = now();
  const buyer = aBuyerAt(api);
  await buyer.give(abroad ? { country: 'IE', locale: 'en' } : {});
  const { config, database, jobs, app } = api;
  const deps = { config, database, jobs, log: app.log, clock: () => api.time.now };
  /** What waits for a person, and what for its details. */
  const nameless: { name: string; rappen: number }[] = [];
  const sums: { booking: ModelBank['booked'][number]; invoice: ModelInvoice; half: number }[] = [];

  const load = (file: string | Buffer) =>
    database.kysely.transaction().execute((trx) => importStatements(trx, file, api.time.now));
  const tell = async (
    entry: (Omit<ToldEntry, 'amount'> & { rappen: number }) | undefined,
    how: Delivery,
    day = model.today,
  ) => {
    for (const { file, isTooEarly } of await bank.tell(day, entry ? [entry] : [], how))
      if (isTooEarly) await expect(load(file)).rejects.toThrow('missing');
      else await load(file);
    model.statementsUntil = bank.until;
  };
  await tell(undefined, 'plain', bank.first);
  const receive = async (entry: Omit<ToldEntry, 'amount'> & { rappen: number }, how: Delivery, dies = false) => {
    await tell(entry, how);
    if (dies) await book({ ...deps, database: dying(database) }).catch(() => {});
    await book(deps);
  };
  /** Numbers are given in the order in which the model issues, with credit notes between them. */
  const rowOf = async (invoice: ModelInvoice) => {
    const rows = await database.kysely
      .selectFrom('invoices')
      .select(['reference', 'year', 'number'])
      .where('kind', '=', 'invoice')
      .orderBy('year')
      .orderBy('number')
      .execute();
    const { reference, year, number } = rows[model.invoices.indexOf(invoice)]!;
    return { reference, number: `${year}-${String(number).padStart(6, '0')}` };
  };
  /** What a person says of an entry, by what the bank calls it; of equal parts of a sum, whichever has so much left. */
  const decide = async (command: string, name: string, ...more: string[]) => {
    const transfer = model.transfers.find((each) => each.name === name && each.isFixed);
    const left = transfer ? model.surplusOf(transfer) : null;
    const { rows } = await sql<{ id: string }>`
      select e.id from bank_entries e where e.state in ('open', 'to-refund')
        and split_part(e.bank_reference, '/', 1) = ${name.split('/')[0]} and (${left}::integer is null or ${left}::integer
          = (select p.amount_rappen - coalesce((select sum(amount_rappen) from allocations where payment_id = p.id), 0)
              - coalesce((select sum(amount_rappen) from refunds where payment_id = p.id), 0)
            from payments p where p.bank_entry_id = e.id)) limit 1`.execute(database.kysely);
    const { failed, lines } = await api.operate(command, rows[0]!.id, ...more, '--yes');
    expect(failed, lines.join(' ')).toBeFalsy();
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
      case 'pay':
        return pay(each);
      case 'details': {
        const [sum] = sums.splice(0, 1);
        if (!sum) return;
        const { reference } = await rowOf(sum.invoice);
        await load(bank.detail(sum.booking, partsOf(sum.booking.entry.bankReference!, sum.half, reference)).file);
        model.isSumWaiting = sums.length > 0;
        payInHalves(sum);
        await book(deps);
        return;
      }
      case 'assign': {
        const invoice = model.oldestOpen;
        const [first] = invoice ? nameless.splice(0, 1) : [];
        if (!invoice || !first) return;
        const { number } = await rowOf(invoice);
        model.pay(first.rappen, invoice, { name: first.name, isFixed: false });
        await decide('bank assign', first.name, number);
        await book(deps);
        return;
      }
      case 'assign-rest': {
        const transfer = model.surplus;
        const invoice = model.oldestOpen;
        if (!transfer || !invoice) return;
        const { number } = await rowOf(invoice);
        await decide('bank assign', transfer.name, number);
        model.use(transfer, invoice);
        return;
      }
      case 'send-back': {
        const transfer = model.surplus;
        if (!transfer) return;
        await decide('bank returned', transfer.name, '--although-open');
        await tell({ rappen: -model.sendBack(transfer), bankReference: bank.name() }, 'plain');
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
        if (model.transfers.some((one) => one.isFixed && one.amount === amount)) return;
        const { reference, number } = await rowOf(found.invoice);
        const name = bank.name();
        const told = { rappen: -amount, bankReference: name };
        model.takeBack(found);
        if (each.isFlagged) return receive({ ...told, reversal: true, payments: [{ reference }] }, each.by);
        await receive({ ...told, payments: [{ reference, returned: true }] }, each.by);
        await decide('bank assign', name, number);
        await book(deps);
        return;
      }
      case 'statement':
        await tell(undefined, each.by);
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
        // Nothing is due of whoever has nothing.
        if (model.state === 'free') model.today = addDays(model.today, each.days);
        for (let day = 0; model.state !== 'free' && day < each.days; day += 1) {
          model.today = addDays(model.today, 1);
          if (each.dies) await moveTo({ ...api, database: dying(database) }, now().toISOString()).catch(() => {});
          await moveTo(api, now().toISOString());
          model.tick();
          expect([model.today, await stateOf()]).toEqual([model.today, model.state]);
        }
    }
  }

  async function pay({ how, told, by, dies }: Extract<Step, { do: 'pay' }>): Promise<void> {
    const invoice = model.oldestOpen;
    if (!invoice) return;
    const open = openOf(invoice);
    const rappen = { exact: open, short: Math.ceil(open / 2), over: open + 700 }[how];
    const { reference } = await rowOf(invoice);
    const bankReference = bank.name();
    const entry = { rappen, bankReference };
    const isHalved = (told === 'parts' || told === 'later') && rappen % 2 === 0;
    if (told === 'nothing') {
      nameless.push({ name: bankReference, rappen });
      return receive({ ...entry, payments: [{ message: 'Danke' }] }, by, dies);
    }
    if (isHalved && told === 'later') {
      model.isSumWaiting = true;
      await receive({ ...entry, count: 2 }, by, dies);
      sums.push({ booking: bank.booked.at(-1)!, invoice, half: rappen / 2 });
      return;
    }
    if (isHalved) {
      payInHalves({ booking: { entry }, invoice, half: rappen / 2 });
      return receive({ ...entry, payments: partsOf(bankReference, rappen / 2, reference) }, by, dies);
    }
    model.pay(rappen, invoice, { name: bankReference, isFixed: false });
    const message = `Rechnung ${reference.toLowerCase()} ${(rappen / 100).toFixed(2)} CHF`;
    return receive({ ...entry, payments: [told === 'words' ? { message } : { reference }] }, by, dies);
  }

  function payInHalves({
    booking,
    invoice,
    half,
  }: {
    booking: { entry: Pick<ToldEntry, 'bankReference'> };
    invoice: ModelInvoice;
    half: number;
  }) {
    for (const part of [1, 2]) {
      const name = `${booking.entry.bankReference}/${part}`;
      model.pay(half, findReplacing(invoice), { name, isFixed: true });
    }
  }

  for (const [place, each] of steps.entries()) {
    api.time.now = now();
    await act(each);
    await moveTo(api, now().toISOString());
    model.tick();
    await compare(place);
  }

  async function compare(place: number): Promise<void> {
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
    await compareWithBank();
    // It takes as long as all the rest, and what is wrong once mostly stays so.
    if (place % 4 !== 3 && place < steps.length - 1) return;
    // Nobody sends refunds here, so in time they are told of.
    expect((await findFaults(api)).filter((fault) => !fault.startsWith('refunds'))).toEqual([]);
  }

  /** Everything that the bank has told is in the books, or waits for somebody. */
  async function compareWithBank(): Promise<void> {
    const { rows } = await sql<{ came: number; went: number; waits: number; closing: number }>`select
      (select coalesce(sum(amount_rappen), 0) from bank_entries where state <> 'ignored')::integer as came,
      (select coalesce(sum(amount_rappen), 0) from bank_debits)::integer as went,
      (select coalesce(sum(amount_rappen), 0) from bank_entries where state = 'open')::integer as waits,
      (select closing_rappen from bank_statements where closing_rappen is not null
        order by number desc limit 1)::integer as closing`.execute(database.kysely);
    const waiting = [...nameless.map(({ rappen }) => rappen), ...sums.map(({ half }) => half * 2)];
    const waits = waiting.reduce((sum, rappen) => sum + rappen, 0);
    expect(rows[0]).toEqual({ came: bank.came, went: bank.went, waits, closing: bank.balance });
  }
}

/** Two equal parts of a sum. */
const partsOf = (name: string, half: number, reference: string) =>
  [1, 2].map((part) => ({ amount: (half / 100).toFixed(2), bankReference: `${name}/${part}`, reference }));

it('billing by transfer goes as its rules say, whatever happens in whatever order, and whatever the bank sends', {
  timeout: 36_000_000,
}, async () => {
  await fc.assert(fc.asyncProperty(story, follow), { numRuns: runs, ...seed });
});
