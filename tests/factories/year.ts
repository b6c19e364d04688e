import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CustomerRequest } from '../../shared/api/customer.ts';
import type { OrderRequest } from '../../shared/api/orders.ts';
import { addDays, type Day } from '../../shared/days.ts';
import { type CheckedBooks, checkBooks } from './bookkeeper.ts';
import { enterCard } from './cards-process.ts';
import { type Person, startYearWorld } from './year-world.ts';

const firstDay = '2031-01-31';
const lastDay = '2032-01-31';

const inFrancs = (rappen: number) => `CHF ${(rappen / 100).toFixed(2)}`;

export type Year = Awaited<ReturnType<typeof startYear>>;

/** A year of eight customers, in processes of their own; what follows from it is told in tests/durability/year.txt. */
export async function startYear() {
  const world = await startYearWorld();
  const { bank } = world;
  /** By the provider's id. */
  const holders = new Map<string, string>();
  const people = new Map<string, Person>();
  const knownInvoices = new Set<string>();
  const knownMovements = new Set<string>();
  const lines: string[] = [];
  const due = new Set<Day>();
  let today: Day = firstDay;

  const note = (who: string, what: string) => lines.push(`${today}  ${who.padEnd(5)}  ${what}`.trimEnd());

  async function join(name: string, given: Partial<CustomerRequest>): Promise<Person> {
    const person = world.person(name);
    people.set(name, person);
    await person.signUp();
    await person.give(given);
    return person;
  }
  const of = (name: string) => people.get(name)!;

  async function payByCard(person: Person, payAt: string, number: string, expiry = '12/40') {
    const { status } = await enterCard(payAt, number, 'approve', expiry);
    if (status !== 303) throw new Error(`The card of ${person.name} is not taken.`);
    const newest = (await world.cardMovements()).at(-1);
    if (newest?.customer && !holders.has(newest.customer)) holders.set(newest.customer, person.name);
  }
  async function orderByCard(person: Person, given: Partial<OrderRequest>, number: string, expiry?: string) {
    const { id, payAt } = await person.order(today, { ...given, method: 'card' });
    await payByCard(person, payAt!, number, expiry);
    const state = await person.orderState(id);
    if (state !== 'paid') throw new Error(`The order of ${person.name} is ${state}.`);
  }
  async function transfer(name: string, rappen?: (open: number) => number) {
    const { reference, openRappen } = await of(name).owed();
    const amount = rappen ? rappen(openRappen) : openRappen;
    bank.receive(amount, reference, name);
    note(name, `transfers ${inFrancs(amount)}`);
  }
  const decline = async (name: string, declined?: string) => {
    const customer = [...holders].find(([, holder]) => holder === name)![0];
    await world.cards.control('decline', { customer, ...(declined && { decline: declined }) });
  };
  const change = async (name: string, product: 'moderate' | 'high', months: 1 | 4) => {
    const { actions } = await of(name).subscription();
    const wanted = actions.find(
      (each) => each.action === 'change' && each.product === product && each.months === months,
    )!;
    return of(name).act({ action: 'change', product, months, totalRappen: wanted.dueNowRappen });
  };

  const acts: Record<Day, () => Promise<unknown>> = {
    '2031-01-31': async () => {
      const anna = await join('Anna', { fullName: 'Anna Keller', locale: 'de' });
      await orderByCard(anna, { product: 'moderate', months: 1, totalRappen: 49_00, locale: 'de' }, '4242424242424242');
    },
    '2031-02-03': async () => {
      const clara = await join('Clara', { fullName: 'Clara Frei', locale: 'en' });
      await clara.order(today, { product: 'moderate', months: 1, totalRappen: 49_00, locale: 'en' });
    },
    '2031-02-05': async () => {
      const emil = await join('Emil', { fullName: 'Emil Graf', locale: 'en' });
      const answer = await emil.tryToOrder(today, {
        product: 'offline-add-on',
        months: 1,
        totalRappen: 9_00,
        locale: 'en',
      });
      note('Emil', `orders the add-on: ${answer.status} ${(await answer.json()).code}`);
    },
    '2031-02-06': () => transfer('Clara'),
    '2031-02-10': async () => {
      const italian = {
        fullName: 'Bruno Bianchi',
        country: 'IT',
        postalCode: '00100',
        town: 'Roma',
        locale: 'it',
      } as const;
      const bruno = await join('Bruno', italian);
      const offer = { product: 'moderate', months: 4, totalRappen: 176_00, locale: 'it' } as const;
      await orderByCard(bruno, offer, '4000002500003155', '09/31');
    },
    '2031-03-03': async () => {
      await transfer('Clara');
      const company = {
        kind: 'business',
        company: 'Delta Ord AB',
        fullName: 'Dag Lund',
        vatNumber: 'SE556677889901',
      } as const;
      const place = { country: 'SE', postalCode: '111 22', town: 'Stockholm', locale: 'sv' } as const;
      const dag = await join('Dag', { ...company, ...place });
      await dag.order(today, { product: 'high', months: 4, totalRappen: 702_00, locale: 'sv' });
    },
    '2031-03-10': () => transfer('Dag'),
    '2031-03-15': async () => {
      const hugo = await join('Hugo', { fullName: 'Hugo Favre', locale: 'fr' });
      await orderByCard(hugo, { product: 'moderate', months: 1, totalRappen: 49_00, locale: 'fr' }, '5555555555554444');
    },
    '2031-04-01': async () => {
      const fanny = await join('Fanny', { fullName: 'Fanny Roux', locale: 'fr' });
      await fanny.order(today, { product: 'high', months: 1, totalRappen: 195_00, locale: 'fr' });
      await transfer('Clara', (open) => open - 2_00);
    },
    '2031-04-02': async () => {
      const swede = {
        fullName: 'Elin Berg',
        country: 'SE',
        postalCode: '111 22',
        town: 'Stockholm',
        locale: 'sv',
      } as const;
      const elin = await join('Elin', swede);
      await orderByCard(elin, { product: 'high', months: 1, totalRappen: 195_00, locale: 'sv' }, '4242424242424242');
    },
    '2031-04-08': async () => {
      await of('Elin').act({ action: 'withdraw' });
      await transfer('Clara');
    },
    '2031-04-14': () => decline('Hugo', 'lost'),
    '2031-05-02': () => transfer('Clara', () => 60_00),
    '2031-05-30': () => decline('Anna', 'insufficientFunds'),
    '2031-06-04': () => decline('Anna'),
    '2031-06-20': () => transfer('Clara'),
    '2031-07-03': () => transfer('Clara'),
    '2031-07-09': () => transfer('Dag'),
    '2031-08-04': () => transfer('Clara'),
    '2031-08-12': async () => {
      const { payAt } = await change('Anna', 'high', 1);
      await payByCard(of('Anna'), payAt!, '4242424242424242');
    },
    '2031-09-03': () => transfer('Clara'),
    '2031-09-24': () => change('Clara', 'high', 1),
    '2031-09-25': () => transfer('Clara'),
    '2031-09-29': async () => {
      const { payAt } = await of('Bruno').act({ action: 'card' });
      await payByCard(of('Bruno'), payAt!, '4242424242424242', '08/33');
    },
    '2031-10-01': () => change('Anna', 'moderate', 1),
    '2031-10-03': () => world.stopVies(),
    '2031-10-07': () => world.startVies(),
    '2031-10-22': () => transfer('Clara'),
    '2031-11-10': () => transfer('Dag'),
    '2031-11-20': async () => {
      await world.operate('vat', 'register', 'swiss', 'CHE-123.456.789 MWST', '--from', '2032-01-01');
      note('', 'registers for VAT from 2032-01-01');
    },
    '2031-11-21': () => transfer('Clara'),
    '2031-12-01': () => of('Anna').act({ action: 'cancel', followedBy: 'free' }),
    '2031-12-22': () => transfer('Clara'),
    '2032-01-23': () => transfer('Clara'),
    '2032-01-24': () => of('Clara').act({ action: 'cancel', followedBy: 'free' }),
  };

  /** What the operator does once the day's statement is booked. */
  const inTheEvening: Record<Day, () => Promise<unknown>> = {
    '2031-05-02': async () => {
      const [entry = ''] = (await world.operate('bank', 'list')).split('\n');
      bank.send(11_00, 'Surplus of Clara');
      await world.operate('bank', 'returned', entry.split(' ')[0]!, '--yes');
      note('', `sends back ${inFrancs(11_00)}`);
    },
  };

  async function look() {
    for (const person of people.values())
      for (const each of (await person.invoices()).toReversed()) {
        if (knownInvoices.has(each.id)) continue;
        knownInvoices.add(each.id);
        const about = each.kind === 'invoice' ? `due ${each.dueOn}` : `for ${each.corrects}`;
        note(person.name, `${each.kind} ${each.number}, ${inFrancs(each.totalRappen)}, ${about}`);
      }
    const movements = await world.cardMovements();
    for (const each of movements) {
      if (knownMovements.has(each.id)) continue;
      knownMovements.add(each.id);
      const { customer } = each.of ? movements.find(({ id }) => id === each.of)! : each;
      const sum = inFrancs(Math.abs(each.amountRappen));
      note(holders.get(customer!)!, each.amountRappen > 0 ? `card ${sum}` : `card, back ${sum}`);
    }
    for (const { to, tells } of await world.newMails())
      note([...people.values()].find(({ email }) => email === to)?.name ?? to, `mail ${tells}`);
  }

  return {
    /**
     * Lives it, and tells what has happened, a line for each. The days between those on which something was done, or may come
     * about by itself, are left out.
     */
    async live(): Promise<string[]> {
      for (; today <= lastDay; today = addDays(today, 1)) {
        if (!acts[today] && !due.has(today)) continue;
        await world.moveTo(today);
        await look();
        await acts[today]?.();
        await bank.importStatement();
        if (acts[today]) {
          await world.waitAMinute();
          await look();
          await inTheEvening[today]?.();
        }
        await expectDue();
      }
      return lines;
    },
    /** What `billing verify` says. */
    verify: () => world.operate('billing', 'verify'),
    /** What a bookkeeper finds in the exports, beside the statements of the bank and of the card provider. */
    async checkBooks(read?: Parameters<typeof checkBooks>[2]): Promise<CheckedBooks> {
      const folders = Object.fromEntries(
        ['2031', '2032'].map((each) => [each, path.join(world.files, `books-${each}`)]),
      );
      for (const [each, folder] of Object.entries(folders))
        if (!existsSync(folder)) await world.operate('billing', 'export', each, folder);
      const cards = (await world.cardMovements()).map(({ id, amountRappen }) => ({
        reference: id,
        amount: amountRappen,
      }));
      return checkBooks(folders, { bank: bank.booked, cards }, read);
    },
    close: () => world.close(),
  };

  /** On which days something may come about by itself. */
  async function expectDue() {
    for (const person of people.values()) {
      const { state, subscription } = await person.subscription();
      if (state === 'free') continue;
      const { term, months, endsOn } = subscription!;
      const days =
        state === 'active' && term ? [months === 4 ? -35 : -14, 0, 1].map((each) => addDays(term.until, each)) : [];
      if (state === 'grace' || state === 'suspended') days.push(addDays(today, 1));
      if (state === 'pending') days.push(addDays(today, 10), addDays(today, 30));
      if (endsOn) days.push(endsOn);
      for (const day of days) due.add(day);
      if (state === 'active' && subscription!.method === 'card') due.add(addDays(term!.until, -14));
    }
  }
}
