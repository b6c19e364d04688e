import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { billing } from '../../../shared/business/billing.ts';
import { plans } from '../../../shared/business/plans.ts';
import { addDays } from '../../../shared/days.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aStatementFile, type ToldEntry } from '../../../tests/factories/bank-statement.ts';
import { aBuyerAt, findFaults, moveTo } from '../../../tests/factories/billing.ts';
import { exportAccount } from '../../contract/account-part.ts';
import { product } from '../../features.ts';
import { verifyBooks } from '../books/books.ts';
import { importStatements } from './bank-import.ts';

const price = plans.moderate.monthlyRappen;
const francs = (rappen: number) => (rappen / 100).toFixed(2);
const norasIban = 'CH5604835012345678009';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2027-01-10T09:00:00Z');
});
afterEach(async () => expect(await findFaults(api)).toEqual([]));
afterAll(() => api.close());

let day = '2027-01-10';
let balance = 1_000_000;
/** A statement of the next day, imported and booked. */
async function tell(...entries: ToldEntry[]) {
  const moved = entries.reduce((sum, { amount, side }) => sum + Number(amount) * (side === 'DBIT' ? -100 : 100), 0);
  const opening = francs(balance);
  balance += moved;
  day = addDays(day, 1);
  api.time.now = new Date(`${addDays(day, 1)}T09:00:00Z`);
  const xml = aStatementFile({ id: day, day, opening, closing: francs(balance), entries });
  await api.database.kysely.transaction().execute((trx) => importStatements(trx, xml, api.time.now));
  await book();
}
const book = async () => expect(await api.runDueJobs()).not.toContain('bank-booking');
/** What came without a reference, and its id. */
async function receive(
  amount = francs(price),
  said: object = { debtor: 'Nora', message: 'Rechnung 1 Nora', debtorIban: norasIban },
) {
  await tell({ amount, payments: [said] });
  return newest();
}
const newest = async () => {
  const { lines } = await api.operate('bank list');
  return lines.findLast((line) => line.includes('  open  '))!.split('  ')[0]!;
};
const goesOut = (creditorIban?: string): ToldEntry => ({
  amount: francs(price),
  side: 'DBIT',
  payments: [creditorIban ? { creditorIban } : {}],
});

/** Somebody who has ordered and not paid, with their invoice. */
async function anOrder(fullName: string) {
  const buyer = aBuyerAt(api);
  await buyer.give({ fullName });
  expect((await buyer.order()).statusCode).toBe(201);
  const [invoice] = await buyer.invoices();
  const openRappen = async () => (await buyer.invoices())[0]!.openRappen;
  return { ...buyer, number: invoice!.number, openRappen };
}
const stateOf = async (id: string) =>
  (await api.database.kysely.selectFrom('bank_entries').select('state').where('id', '=', id).executeTakeFirst())?.state;
const findings = async (name: string) =>
  (await verifyBooks(api.database.kysely, api.time.now)).find((finding) => finding.name === name)?.subjects;

it('is asked first, with customer, sum and words, and does nothing before', async () => {
  const nora = await anOrder('Nora Keller');
  const max = await anOrder('Max Muster');
  const id = await receive();
  const asked = await api.operate('bank assign', id, max.number);
  expect(asked.question).toBe('Is it for this invoice?');
  expect(asked.lines).toEqual([
    `CHF 49.00 of ${day} from Nora, ${norasIban}: “Rechnung 1 Nora”`,
    expect.stringMatching(
      `^Invoice ${max.number} of .*Max Muster <.*>, account ${max.userId}: CHF 49.00 of CHF 49.00 open`,
    ),
    'LOOK: nothing that the payer wrote names this customer.',
  ]);
  expect((await api.operate('bank assign', id, nora.number)).lines).toHaveLength(2);
  expect((await api.operate('bank returned', id, '--although-open')).question).toBe('Have you sent it back?');
  for (const command of ['bank assign', 'bank returned'])
    expect(
      await api.operate(command, id, ...(command === 'bank assign' ? [nora.number] : ['--although-open']), '--dry-run'),
    ).toMatchObject({ outcome: 'tried', lines: expect.arrayContaining(['Nothing was changed.']) });
  await book();
  expect([await stateOf(id), await nora.openRappen(), await max.openRappen()]).toEqual(['open', price, price]);
  const actions = await api.database.kysely.selectFrom('operator_actions').selectAll().orderBy('position').execute();
  expect(actions.filter(({ subject }) => subject === id).map(({ outcome }) => outcome)).toEqual([
    ...['asked', 'asked', 'asked', 'tried', 'tried'],
  ]);
  await api.operate('bank assign', id, nora.number, '--yes');
  await book();
  expect(await nora.openRappen()).toBe(0);
});

it('an assignment that waits is neither replaced nor returned, and can be undone', async () => {
  const nora = await anOrder('Nora Keller');
  const max = await anOrder('Max Muster');
  const id = await receive();
  await api.operate('bank assign', id, max.number, '--yes');
  const waits = `It is assigned to ${max.number} already`;
  await expect(api.operate('bank assign', id, nora.number, '--yes')).rejects.toThrow(waits);
  await expect(api.operate('bank returned', id, '--although-open', '--yes')).rejects.toThrow(waits);
  expect(await api.operate('bank undo', id)).toMatchObject({ question: 'Take that back?' });
  expect((await api.operate('bank undo', id, '--yes')).lines).toContain('It waits as before.');
  await book();
  expect(await max.openRappen()).toBe(price);
  expect((await api.operate('bank list')).lines.find((line) => line.startsWith(id))).toContain('it has no reference');
  expect(await api.operate('bank undo', id, '--yes')).toMatchObject({ outcome: 'none', failed: true });
  await api.operate('bank assign', id, nora.number, '--yes');
  await book();
  expect([await nora.openRappen(), await max.openRappen()]).toEqual([0, price]);
});

it('what is new is booked before anything is decided of it', async () => {
  const id = await receive();
  await api.database.kysely.updateTable('bank_entries').set({ note: null }).where('id', '=', id).execute();
  await expect(api.operate('bank assign', id, '2027-000001')).rejects.toThrow('It is new');
  await expect(api.operate('bank returned', id)).rejects.toThrow('It is new');
  await book();
  await api.operate('bank returned', id, '--although-open', '--yes');
  await tell(goesOut(norasIban));
});

it('what pays an open invoice exactly is not sent back, but for an explicit wish', async () => {
  const nora = await anOrder('Nora Keller');
  const id = await receive();
  await expect(api.operate('bank returned', id, '--yes')).rejects.toThrow(
    new RegExp(`Exactly so much is open of:[^]*${nora.number}[^]*Nora Keller[^]*--although-open`),
  );
  expect(await stateOf(id)).toBe('open');
  expect(await api.operate('bank returned', id, '--although-open', '--yes')).toMatchObject({ outcome: 'returned' });
  expect(await stateOf(id)).toBe('refunded');
  await nora.pay();
  await tell(goesOut(norasIban));
});

it('a booking for the wrong customer is taken out of the books, and waits anew', async () => {
  const nora = await anOrder('Nora Keller');
  const max = await anOrder('Max Muster');
  const id = await receive();
  await api.operate('bank assign', id, max.number, '--yes');
  await book();
  expect([await max.plan(), await max.openRappen()]).toEqual(['moderate', 0]);
  const { lines } = await api.operate('bank undo', id, '--yes');
  expect(lines).toEqual([
    `CHF 49.00 of ${max.number} is open again.`,
    expect.stringMatching(`^A mail to ${max.userId}@.* said that ${max.number} is paid: write that it is not.$`),
    'moderate, a month: active.',
    expect.stringMatching('^It waits as '),
    expect.stringMatching('^Recorded: bank undo, assigned undone'),
  ]);
  const anew = await newest();
  expect([await stateOf(id), await stateOf(anew), await max.openRappen()]).toEqual(['ignored', 'open', price]);
  expect(await api.operate('bank undo', id, '--yes')).toMatchObject({ outcome: 'none' });
  // His copy of his data says nothing of her account.
  const copy = await api.database.kysely
    .transaction()
    .execute((trx) => exportAccount(product.accountParts, trx, max.userId));
  expect(copy).toMatchObject({ payments: { received: [{ amount_rappen: price, refunds: [{ reason: 'undone' }] }] } });
  expect(JSON.stringify(copy)).not.toMatch(new RegExp(`Nora|${norasIban}`));
  await api.operate('bank assign', anew, nora.number, '--yes');
  await book();
  expect([await nora.openRappen(), await nora.plan()]).toEqual([0, 'moderate']);
  // He is served on, and dunned like anybody who has not paid.
  const due = (await max.invoices())[0]!.dueOn;
  await moveTo(api, `${addDays(due, 1)}T09:00:00Z`);
  expect(await max.subscription()).toMatchObject({ state: 'grace' });
  await max.pay();
  expect(await max.subscription()).toMatchObject({ state: 'active' });
  day = addDays(due, 1);
});

it('whoever was suspended before a slip is suspended after it, and told in grace', async () => {
  const max = await anOrder('Max Muster');
  await max.pay();
  const term = (await max.subscription()).subscription!.term!;
  await moveTo(api, `${term.until}T09:00:00Z`);
  const renewal = (await max.invoices())[0]!.number;
  const slip = async () => {
    const id = await receive();
    await api.operate('bank assign', id, renewal, '--yes');
    await book();
    expect(await max.subscription()).toMatchObject({ state: 'active' });
    await api.operate('bank undo', id, '--yes');
    await api.operate('bank returned', await newest(), '--although-open', '--yes');
    await tell(goesOut(norasIban));
    return (await max.subscription()).state;
  };
  day = addDays(term.until, 2);
  await tell();
  await moveTo(api, `${addDays(day, 1)}T09:00:00Z`);
  expect((await max.subscription()).state).toBe('grace');
  expect(await slip()).toBe('grace');
  day = addDays(term.until, 12);
  await tell();
  await moveTo(api, `${addDays(day, 1)}T09:00:00Z`);
  expect((await max.subscription()).state).toBe('suspended');
  expect(await slip()).toBe('suspended');
  await max.pay();
});

it('a return by mistake is taken back, until a statement shows it', async () => {
  const nora = await anOrder('Nora Keller');
  const id = await receive();
  await api.operate('bank returned', id, '--although-open', '--yes');
  await api.operate('bank undo', id, '--yes');
  const anew = await newest();
  await api.operate('bank assign', anew, nora.number, '--yes');
  await book();
  expect(await nora.openRappen()).toBe(0);
  // The same of what was too much.
  const much = await receive(francs(price + 400), {
    debtor: 'Nora',
    debtorIban: norasIban,
    reference: (await nora.invoices())[0]!.number,
  });
  await api.operate('bank assign', much, nora.number, '--yes');
  await book();
  await api.operate('bank returned', much, '--yes');
  expect(await stateOf(much)).toBe('refunded');
  expect((await api.operate('bank undo', much, '--yes')).lines[0]).toBe('CHF 53.00 is to be sent back again.');
  expect(await stateOf(much)).toBe('to-refund');
  await api.operate('bank returned', much, '--yes');
  await tell({ ...goesOut(norasIban), amount: '53.00' });
  await expect(api.operate('bank undo', much, '--yes')).rejects.toThrow(`shows a transfer of so much on ${day}`);
});

it('what was assigned of a surplus is too much again, and what went back since cannot be undone', async () => {
  const nora = await anOrder('Nora Keller');
  const id = await receive(francs(2 * price));
  await api.operate('bank assign', id, nora.number, '--yes');
  await book();
  await moveTo(api, `${addDays((await nora.subscription()).subscription!.term!.until, -10)}T09:00:00Z`);
  const [renewal] = await nora.invoices();
  await api.operate('bank assign', id, renewal!.number, '--yes');
  expect([await stateOf(id), await nora.openRappen()]).toEqual(['settled', 0]);
  expect((await api.operate('bank undo', id, '--yes')).lines).toContain('CHF 49.00 more is to be sent back.');
  expect([await stateOf(id), await nora.openRappen()]).toEqual(['to-refund', price]);
  await api.operate('bank assign', id, renewal!.number, '--yes');
  await api.operate('invoice credit', renewal!.number);
  await expect(api.operate('bank undo', id, '--yes')).rejects.toThrow('CHF 49.00 of it went back since, or is to be');
  const refund = (await api.operate('payment refund')).lines[0]!.split('  ')[0]!;
  await api.operate('payment refund', refund, '--yes', '--booked-on', addDays(day, 1));
  day = addDays(day, 40);
});

it('a return that no later statement shows is named', async () => {
  const id = await receive();
  await api.operate('bank returned', id, '--although-open', '--yes');
  const later = async (days: number, ...entries: ToldEntry[]) => {
    day = addDays(day, days);
    await tell(...entries);
    api.time.now = new Date(`${addDays(day, 1)}T12:00:00Z`);
  };
  await later(billing.returnShownDays - 1, goesOut('SE4550000000058398257466'), { ...goesOut(), amount: '48.00' });
  expect(await findings('returns')).toBeUndefined();
  await later(2);
  expect(await findings('returns')).toEqual([id]);
  expect(await api.operate('bank returned', id, '--booked-on', day)).toMatchObject({ outcome: `booked on ${day}` });
  expect(await findings('returns')).toBeUndefined();
  await expect(api.operate('bank undo', id, '--yes')).rejects.toThrow(`you said that the bank booked it on ${day}`);
  const again = await receive();
  await api.operate('bank returned', again, '--although-open', '--yes');
  await later(billing.returnShownDays + 1);
  expect(await findings('returns')).toEqual([again]);
  await later(1, goesOut(norasIban));
  expect(await findings('returns')).toBeUndefined();
});

it('what the bank returned without calling it a reversal is owed again once a person says so', async () => {
  const nora = await anOrder('Nora Keller');
  const reference = (await nora.subscription()).payment!.invoice!.reference;
  const debtor = { debtor: 'Nora', debtorIban: norasIban, reference };
  await tell({ amount: francs(price), payments: [debtor] });
  expect(await nora.openRappen()).toBe(0);
  await tell({ amount: francs(price), side: 'DBIT', payments: [{ ...debtor, returned: true }] });
  expect(await nora.openRappen()).toBe(0);
  const id = await newest();
  expect((await api.operate('bank list')).lines.find((line) => line.startsWith(id))).toContain('CHF -49.00');
  await api.operate('bank assign', id, nora.number, '--yes');
  await book();
  expect([await nora.openRappen(), await stateOf(id)]).toEqual([price, 'settled']);
});
