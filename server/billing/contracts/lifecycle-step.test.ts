import { expect, it } from 'vitest';
import { type Event, step } from './lifecycle.ts';
import type { Debt, Facts } from './lifecycle-facts.ts';

type Given = Partial<Omit<Facts, 'subscription'>> & { subscription?: Partial<Facts['subscription']> };

/** By transfer, Moderate from 9 November on, paid. */
function facts({ subscription, ...given }: Given = {}): Facts {
  return {
    subscription: {
      ...{ id: 'S', account_id: 'A', order_id: 'O', product: 'moderate', months: 1, method: 'invoice' },
      ...{ state: 'active', anchor_on: '2026-11-09', ends_on: null, end_reason: null, ended_at: null },
      ...{ next_product: null, next_months: null, next_check_on: null },
      created_at: new Date('2026-11-09T09:00:00Z'),
      ...subscription,
    } as Facts['subscription'],
    terms: [aTerm(1, '2026-11-09', '2026-12-09', 'base')],
    invoices: [anInvoice('base', { openRappen: 0, begunOn: '2026-11-09' })],
    lastEvents: {},
    statementsUntil: null,
    card: null,
    leavesFree: false,
    isWithheld: false,
    restrictedAt: null,
    ...given,
  };
}

const aTerm = (number: number, from_on: string, until_on: string, invoice_id: string) =>
  ({ subscription_id: 'S', product: 'moderate', months: 1, number, from_on, until_on, invoice_id }) as const;

const anInvoice = (id: string, given: Partial<Debt> = {}): Debt => ({
  ...{ id, kind: 'order', method: 'invoice', product: 'moderate', months: 1, from: '2026-11-09', until: '2026-12-09' },
  ...{ issuedOn: '2026-11-09', dueOn: '2026-11-19', openRappen: 4900, isCredited: false, begunOn: null },
  ...{ termRappen: 4900, netRappen: 4900 },
  ...given,
});

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const base = anInvoice('base', { openRappen: 0, begunOn: '2026-11-09' });
const upgrade = anInvoice('upgrade', { kind: 'upgrade', product: 'high', issuedOn: '2026-12-05', dueOn: '2026-12-15' });
const taken = [{ do: 'credit', invoiceId: 'upgrade', from: null }];

it('a withdrawal from an upgrade that waits for its transfer takes back only that', () => {
  const event = { kind: 'withdraw', invoiceId: 'upgrade', unasked: [] } satisfies Event;
  const withdrawn = step(facts({ invoices: [base, upgrade] }), event, at('2026-12-06'));
  expect(withdrawn).toEqual({ event: 'withdrawn', effects: taken });
});

it('an upgrade that is paid when its term is over, or while something is owed, goes back', () => {
  const event = { kind: 'paid', invoiceId: 'upgrade' } satisfies Event;
  const paid = { ...upgrade, openRappen: 0 };
  const renewal = anInvoice('renewal', { kind: 'renewal', dueOn: '2026-12-09', begunOn: '2026-12-09' });
  const terms = [aTerm(1, '2026-11-09', '2026-12-09', 'base'), aTerm(2, '2026-12-09', '2027-01-09', 'renewal')];
  const invoices = [base, paid, renewal];
  const owing = facts({ subscription: { state: 'grace' }, terms, invoices });
  expect(step(owing, event, at('2026-12-11'))).toEqual({ event: 'upgrade-lapsed', effects: taken });
  const settled = facts({ terms, invoices: [base, paid, { ...renewal, openRappen: 0 }] });
  expect(step(settled, event, at('2026-12-11'))).toEqual({ event: 'upgrade-lapsed', effects: taken });
  expect(step(settled, event, at('2026-12-09'))?.event).toBe('plan-changed');
});

const debt = anInvoice('renewal', { kind: 'renewal', dueOn: '2026-12-09', begunOn: '2026-12-09' });
const owing = (given: Given = {}) =>
  facts({
    terms: [aTerm(1, '2026-11-09', '2026-12-09', 'base'), aTerm(2, '2026-12-09', '2027-01-09', 'renewal')],
    invoices: [base, debt],
    ...given,
    subscription: { state: 'grace', ...given.subscription },
  });
const told = { 'payment-overdue': at('2026-12-10') };

it('nothing ends by transfer before the statement that would show a payment, and not without being suspended', () => {
  const clock = { kind: 'clock' } satisfies Event;
  expect(step(owing({ lastEvents: told }), clock, at('2027-02-09'))).toBeUndefined();
  const late = owing({ lastEvents: told, statementsUntil: '2026-12-16' });
  expect(step(late, clock, at('2027-02-09'))?.event).toBe('suspended');
  const untold = owing({ statementsUntil: '2026-12-16', lastEvents: { 'payment-overdue': at('2027-02-08') } });
  expect(step(untold, clock, at('2027-02-09'))).toBeUndefined();
});

it('what was invoiced for a transfer waits for a statement also where a card is charged by now', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const changed = owing({ lastEvents: told, subscription: { method: 'card' } });
  expect(step(changed, clock, at('2026-12-18'))).toBeUndefined();
  const byCard = owing({ lastEvents: told, invoices: [base, { ...debt, method: 'card' }] });
  expect(step(byCard, clock, at('2026-12-18'))?.event).toBe('suspended');
});

it('an upgrade lapses after the day on which it is due, once a statement shows that it was not paid, and with its term', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const waiting = anInvoice('upgrade', { kind: 'upgrade', issuedOn: '2026-11-10', dueOn: '2026-11-20' });
  const at20 = { invoices: [base, waiting], statementsUntil: '2026-11-20' };
  expect(step(facts(at20), clock, at('2026-11-20'))).toBeUndefined();
  expect(step(facts({ ...at20, statementsUntil: '2026-11-19' }), clock, at('2026-11-21'))).toBeUndefined();
  expect(step(facts(at20), clock, at('2026-11-21'))).toMatchObject({ event: 'upgrade-lapsed', effects: taken });
  expect(step(facts({ ...at20, statementsUntil: null }), clock, at('2026-12-09'))?.event).toBe('upgrade-lapsed');
});

it('an order lapses once a statement shows that it was not paid', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const ordered = (statementsUntil: string) =>
    facts({ subscription: { state: 'pending' }, terms: [], invoices: [anInvoice('base')], statementsUntil });
  expect(step(ordered('2026-12-07'), clock, at('2026-12-09'))).toBeUndefined();
  expect(step(ordered('2026-12-08'), clock, at('2026-12-09'))?.event).toBe('order-lapsed');
});

it('an order by card that nobody paid lapses without a statement', () => {
  const left = facts({ subscription: { state: 'pending', method: 'card' }, terms: [], invoices: [] });
  const clock = { kind: 'clock' } satisfies Event;
  expect(step(left, clock, at('2026-12-08'))).toBeUndefined();
  expect(step(left, clock, at('2026-12-09'))?.event).toBe('order-lapsed');
});

it('a letter in time ends earlier what was cancelled late', () => {
  const renewal = anInvoice('renewal', {
    kind: 'renewal',
    from: '2026-12-09',
    until: '2027-01-09',
    dueOn: '2026-12-09',
  });
  const late = facts({
    subscription: { ends_on: '2027-01-09', end_reason: 'free' },
    invoices: [base, renewal],
  });
  const letter = { kind: 'cancel', followedBy: 'free', receivedAt: at('2026-12-07') } satisfies Event;
  const cancelled = step(late, letter, at('2026-12-08'));
  expect(cancelled?.effects).toMatchObject([
    { do: 'credit', invoiceId: 'renewal', from: null },
    { do: 'set', changes: { ends_on: '2026-12-09' } },
  ]);
  expect(step(late, { kind: 'cancel', followedBy: 'free' }, at('2026-12-08'))).toBeUndefined();
});

it('a withdrawal that arrived in time takes back what was renewed before it was entered, also after the end', () => {
  const terms = [aTerm(1, '2026-11-09', '2026-12-09', 'base'), aTerm(2, '2026-12-09', '2027-01-09', 'renewal')];
  const renewal = anInvoice('renewal', { kind: 'renewal', openRappen: 0, begunOn: '2026-12-09' });
  const event = {
    ...{ kind: 'withdraw', invoiceId: 'base', unasked: [] },
    receivedAt: at('2026-11-23'),
  } satisfies Event;
  const credits = [
    // 16 of 30 days are left.
    { do: 'credit', invoiceId: 'base', from: '2026-11-23', netRappen: 2614 },
    { do: 'credit', invoiceId: 'renewal', from: null },
  ];
  const given = { terms, invoices: [base, renewal] };
  expect(step(facts(given), event, at('2026-12-10'))?.effects.slice(0, 2)).toEqual(credits);
  const ended = step(facts({ ...given, subscription: { state: 'ended' } }), event, at('2026-12-10'));
  expect(ended?.effects).toEqual([...credits, { do: 'set', changes: { end_reason: 'withdrawn' } }]);
});

it('what is paid when its term was over while nothing was served goes on from that day, and not from a day that is over', () => {
  const paid = { kind: 'paid', invoiceId: 'base' } satisfies Event;
  const suspended = { subscription: { state: 'suspended' } } satisfies Given;
  expect(step(facts(suspended), paid, at('2026-12-09'))?.effects).toEqual([
    { do: 'set', changes: { state: 'active' } },
  ]);
  const goesOn = [
    { do: 'extend-term', until: '2026-12-20' },
    { do: 'set', changes: { state: 'active', anchor_on: '2026-12-20' } },
  ];
  expect(step(facts(suspended), paid, at('2026-12-20'))?.effects).toEqual(goesOn);
  expect(step(facts(suspended), { kind: 'clock' }, at('2026-12-20'))?.effects).toEqual(goesOn);
});

it('an unpaid end gives back what is not served of a later term that is paid', () => {
  const terms = [aTerm(1, '2026-11-09', '2026-12-09', 'base'), aTerm(2, '2026-12-09', '2027-01-09', 'renewal')];
  const renewal = anInvoice('renewal', { kind: 'renewal', method: 'card', openRappen: 0, begunOn: '2026-12-09' });
  const disputed = { ...base, method: 'card' as const, openRappen: 4900 };
  const suspended = facts({
    subscription: { state: 'suspended', method: 'card' },
    ...{ terms, invoices: [disputed, renewal], lastEvents: { suspended: at('2026-12-12') } },
  });
  expect(step(suspended, { kind: 'clock' }, at('2027-01-04'))?.effects).toMatchObject([
    { do: 'credit', invoiceId: 'renewal', from: '2026-12-12' },
    { do: 'cut-term', until: '2026-12-12' },
    { do: 'set', changes: { state: 'ended', end_reason: 'unpaid' } },
  ]);
});

it('what was invoiced for a next term in the past begins with it where it is paid, and is taken back where it is not', () => {
  const paid = { kind: 'paid', invoiceId: 'base' } satisfies Event;
  const next = { from: '2026-12-09', until: '2027-01-09', dueOn: '2026-12-09' };
  const renewal = anInvoice('renewal', { ...next, kind: 'renewal', product: 'high' });
  const suspended = (openRappen: number, ends_on: string | null = null) =>
    facts({ subscription: { state: 'suspended', ends_on }, invoices: [base, { ...renewal, openRappen }] });
  const extended = { do: 'extend-term', until: '2026-12-20' };
  const goesOn = { state: 'active', anchor_on: '2026-12-20' };
  expect(step(suspended(4900), paid, at('2026-12-20'))?.effects).toEqual([
    { do: 'credit', invoiceId: 'renewal', from: null },
    extended,
    { do: 'set', changes: goesOn },
  ]);
  const begun = { product: 'high', months: 1, from: '2026-12-20', until: '2027-01-20', invoiceId: 'renewal' };
  const anew = { ...goesOn, product: 'high', months: 1, next_product: null, next_months: null };
  expect(step(suspended(0), paid, at('2026-12-20'))?.effects).toEqual([
    extended,
    { do: 'begin-term', ...begun },
    { do: 'set', changes: anew },
  ]);
  // Cancelled too late, it has one more term, which ends later now.
  expect(step(suspended(0, '2027-01-09'), paid, at('2026-12-20'))?.effects.at(-1)).toEqual({
    do: 'set',
    changes: { ...anew, ends_on: '2027-01-20' },
  });
});

it('a card that is not charged because its holder restricts the account ends its term, with what was served until then', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const byCard = { ...debt, method: 'card' } as const;
  const given = (restrictedOn: string, state: 'active' | 'grace', invoice: Debt = byCard) =>
    owing({
      invoices: [base, invoice],
      subscription: { state, method: 'card' },
      ...{ isWithheld: true, restrictedAt: at(restrictedOn), lastEvents: told },
    });
  const set = expect.objectContaining({ do: 'set', changes: expect.objectContaining({ state: 'ended' }) });
  const wholly = [{ do: 'credit', invoiceId: 'renewal', from: null }, set];
  expect(step(given('2026-12-09', 'active'), clock, at('2026-12-09'))).toBeUndefined();
  expect(step(given('2026-12-09', 'active'), clock, at('2026-12-10'))).toMatchObject({
    event: 'ended',
    effects: wholly,
  });
  const served = [
    { do: 'credit', invoiceId: 'renewal', from: '2026-12-12' },
    { do: 'cut-term', until: '2026-12-12' },
    set,
  ];
  const inGrace = step(given('2026-12-12', 'grace'), clock, at('2026-12-17'));
  expect(inGrace).toMatchObject({ event: 'ended', effects: served });
  // A transfer its holder can make all the same.
  expect(step(given('2026-12-09', 'active', debt), clock, at('2026-12-10'))?.event).toBe('payment-overdue');
});

it('a next term that is paid is served although its holder restricts the account, and is given back where the company withholds it', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const next = anInvoice('renewal', { kind: 'renewal', from: '2026-12-09', until: '2027-01-09', openRappen: 0 });
  const given = (restrictedAt: Date | null, openRappen = 0) =>
    facts({ invoices: [base, { ...next, openRappen }], isWithheld: true, restrictedAt });
  const restrictedAt = at('2026-12-05');
  expect(step(given(restrictedAt), clock, at('2026-12-09'))?.event).toBe('renewed');
  for (const held of [given(null), given(restrictedAt, 4900)])
    expect(step(held, clock, at('2026-12-09'))).toMatchObject({
      event: 'ended',
      effects: [{ do: 'credit', invoiceId: 'renewal', from: null }, {}],
    });
  const begun = facts({
    terms: [aTerm(1, '2026-11-09', '2026-12-09', 'base'), aTerm(2, '2026-12-09', '2027-01-09', 'renewal')],
    invoices: [base, { ...next, begunOn: '2026-12-09' }],
    ...{ isWithheld: true, restrictedAt },
  });
  expect(step(begun, clock, at('2026-12-31'))).toBeUndefined();
  expect(step(begun, clock, at('2027-01-09'))?.event).toBe('ended');
});

it('four months by card are told once, from 35 days before their end on', () => {
  const clock = { kind: 'clock' } satisfies Event;
  const terms = [{ ...aTerm(1, '2026-11-09', '2027-03-09', 'base'), months: 4 } as const];
  const long = (lastEvents: Facts['lastEvents']) =>
    facts({ subscription: { method: 'card', months: 4 }, terms, invoices: [{ ...base, months: 4 }], lastEvents });
  expect(step(long({}), clock, at('2027-02-01'))).toBeUndefined();
  expect(step(long({}), clock, at('2027-02-02'))?.event).toBe('renewal-reminder');
  expect(step(long({ 'renewal-reminder': at('2027-02-02') }), clock, at('2027-02-02'))).toBeUndefined();
  expect(step(long({ 'renewal-reminder': at('2026-10-07') }), clock, at('2027-02-02'))?.event).toBe('renewal-reminder');
});
