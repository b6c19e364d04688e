import { lastBusinessDayBefore } from '../../shared/business/business-days.ts';
import { isUpgrade } from '../../shared/business/sales.ts';
import { addDays, type Day, daysBetween } from '../../shared/days.ts';
import type { ModelInvoice, ModelTerm, Offer, PaidInvoice, State, Transfer } from './billing-model-types.ts';
import { giveBack, later, ModelMoney, monthOf, openOf, priceOf, takeOff } from './billing-model-types.ts';

// Every number is stated here once more, so that a slip in the service's own is seen.
/** Billing by transfer in its plainest form (billing.md, section 3): one customer, one moment a day, at noon in UTC. */
export class BillingModel extends ModelMoney {
  state: State = 'free';
  offer: Offer | undefined;
  next: Offer | undefined;
  terms: ModelTerm[] = [];
  endsOn: Day | undefined;
  /** Of the present subscription. */
  current: ModelInvoice[] = [];
  orders: { invoice: ModelInvoice; on: Day; isNew: boolean }[] = [];
  /** When the term of each invoice began, also of those that an upgrade has replaced on their first day. */
  readonly #begunOn = new Map<ModelInvoice, Day>();
  #anchor = '';
  #orderedOn = '';
  #toldOn = '';
  #suspendedOn = '';
  /** What is paid first with what comes back. */
  #owed: readonly ModelInvoice[] = [];
  today: Day;
  statementsUntil: Day | undefined;
  /** A sum of the bank waits for its details: it may be what is owed. */
  isSumWaiting = false;
  readonly canWithdraw: boolean;

  constructor(today: Day, canWithdraw: boolean) {
    super();
    this.today = today;
    this.canWithdraw = canWithdraw;
  }

  get last() {
    return this.terms.at(-1);
  }
  get plan() {
    const isServed = this.state === 'active' || this.state === 'grace';
    const term = this.terms.find(({ from, until }) => from <= this.today && this.today < until);
    return isServed && term ? term.product : 'free';
  }
  get #debts() {
    return this.current.filter((invoice) => openOf(invoice) > 0 && this.#begunOn.has(invoice));
  }
  get #upgrade() {
    return this.current.find(
      (invoice) => invoice.kind === 'upgrade' && openOf(invoice) > 0 && !this.#begunOn.has(invoice),
    );
  }
  get #renewal() {
    return this.current.findLast(
      (each) => each.kind === 'renewal' && each.credited < each.total && each.from === this.last?.until,
    );
  }
  get #nextTerm() {
    const from = this.last!.until;
    const offer = this.next ?? this.offer!;
    return { ...offer, from, until: later(this.#anchor, monthOf(from) - monthOf(this.#anchor) + offer.months) };
  }
  get #upgradeDueOn() {
    const [lapses, last] = [addDays(this.today, 10), addDays(this.last!.until, -1)];
    return lapses < last ? lapses : last;
  }
  #isTold(day: Day) {
    return !this.isSumWaiting && this.statementsUntil !== undefined && this.statementsUntil >= day;
  }
  #termOf(invoice: ModelInvoice) {
    return this.terms.find((term) => term.invoice === invoice);
  }

  order(offer: Offer): 'ordered' | 'debt-open' | 'payment-pending' | 'subscription-exists' {
    if (this.state === 'pending') return 'payment-pending';
    if (this.state !== 'free') return 'subscription-exists';
    if (this.open > 0) return 'debt-open';
    this.state = 'pending';
    this.offer = offer;
    this.terms = [];
    this.current = [];
    this.orders = [];
    this.#orderedOn = this.today;
    const invoice = this.#issue('order', offer, priceOf(offer), this.today, addDays(this.today, 10));
    this.orders.push({ invoice, on: this.today, isNew: true });
    return 'ordered';
  }

  #issue(kind: ModelInvoice['kind'], offer: Offer, total: number, from: Day, dueOn: Day, until?: Day): ModelInvoice {
    const due = dueOn < this.today ? this.today : dueOn;
    const invoice: ModelInvoice = {
      ...{ product: offer.product, months: offer.months, kind, total, from, until: until ?? later(from, offer.months) },
      ...{
        issuedOn: this.today,
        dueOn: due,
        credited: 0,
        paid: [],
        term: this.terms.length + 1,
        siblings: this.current,
      },
    };
    this.invoices.push(invoice);
    this.current.push(invoice);
    return invoice;
  }

  pay(amount: number, invoice: ModelInvoice, told: Pick<Transfer, 'name' | 'isFixed'>): void {
    this.use(this.receive(amount, told), invoice);
  }

  /** As much of what is left of a transfer as is open of an invoice is for that. */
  use(transfer: Transfer, invoice: ModelInvoice): void {
    if (!this.take(transfer, invoice)) return;
    if (openOf(invoice) > 0 || !this.current.includes(invoice)) return;
    if (this.state === 'pending') {
      this.state = 'active';
      this.#begin(this.offer!, this.today, invoice);
    } else if (
      invoice.kind === 'upgrade' &&
      !this.#begunOn.has(invoice) &&
      (this.state === 'grace' || this.state === 'suspended')
    ) {
      this.#credit(invoice, null);
    } else if (this.state === 'active') {
      if (invoice.kind === 'upgrade' && !this.#begunOn.has(invoice)) this.#change(invoice);
    } else if (this.state !== 'free' && !this.#debts.length) this.#restore();
  }

  #begin(offer: Offer, from: Day, invoice: ModelInvoice): void {
    this.offer = { product: offer.product, months: offer.months };
    this.#anchor = from;
    this.next = undefined;
    this.#begunOn.set(invoice, from);
    if (this.last?.from === from) this.terms.pop();
    this.terms.push({ ...this.offer, from, until: later(from, offer.months), invoice });
  }

  /** A term that was over while nothing was served lasts until today, and the next one begins now. */
  #restore(): true {
    const { today, last, state } = this;
    this.state = 'active';
    if (state !== 'suspended' || last!.until >= today) return true;
    const renewal = this.#renewal;
    if (this.endsOn) this.endsOn = this.endsOn > last!.until ? later(today, (renewal ?? this.#nextTerm).months) : today;
    last!.until = today;
    this.#anchor = today;
    if (renewal && openOf(renewal) > 0) this.#credit(renewal, null);
    else if (renewal) this.#begin(renewal, today, renewal);
    return true;
  }

  #change(invoice: ModelInvoice): void {
    if (this.#renewal) this.#credit(this.#renewal, null);
    if (this.last!.from < this.today) this.last!.until = this.today;
    this.endsOn = undefined;
    this.#begin(invoice, this.today, invoice);
  }

  /** Takes back all of it, or what is not served from a day on; what was paid too much goes back, newest payment first. */
  #credit(invoice: ModelInvoice, from: Day | null): void {
    const left = invoice.total - invoice.credited;
    this.#take(invoice, from === null ? left : Math.min(left, this.#worth(invoice, from)));
  }

  #take(invoice: ModelInvoice, sum: number): void {
    invoice.credited += sum;
    this.toRefund += giveBack(invoice, this.#owed);
  }

  #worth(invoice: ModelInvoice, day: Day): number {
    const begun = this.#termOf(invoice)?.from ?? invoice.from;
    const until = begun === invoice.from ? invoice.until : later(begun, invoice.months);
    return Math.ceil((priceOf(invoice) * Math.max(0, daysBetween(day, until))) / daysBetween(begun, until));
  }

  #end(except: readonly ModelInvoice[] = []): void {
    const stopsOn = this.state === 'suspended' ? this.#suspendedOn : this.today;
    const owed = this.#owed.length ? this.#owed : this.#debts;
    this.#owed = owed;
    for (const invoice of this.current.toSorted((a, b) => Number(openOf(b) > 0) - Number(openOf(a) > 0))) {
      if (invoice.credited >= invoice.total || except.includes(invoice)) continue;
      const term = this.#termOf(invoice);
      const isLast = this.state !== 'active' && term !== undefined && term === this.last;
      if (!this.#begunOn.has(invoice)) this.#credit(invoice, null);
      else if (term && (owed.includes(invoice) || isLast) && stopsOn < term.until)
        this.#credit(invoice, stopsOn <= term.from ? null : stopsOn);
    }
    this.#owed = [];
    this.state = 'free';
    this.endsOn = undefined;
    this.next = undefined;
  }

  cancel(): boolean {
    if (this.state === 'free') return false;
    if (this.state !== 'active') {
      this.#end();
      return true;
    }
    if (this.endsOn) return false;
    const isLate = this.today > lastBusinessDayBefore(this.last!.until);
    const ends = isLate ? (this.#renewal ?? this.#nextTerm).until : this.last!.until;
    if (this.#upgrade) this.#credit(this.#upgrade, null);
    if (this.#renewal && !isLate) this.#credit(this.#renewal, null);
    this.endsOn = ends;
    this.next = undefined;
    return true;
  }

  resume(): boolean {
    if (this.state !== 'active' || !this.endsOn) return false;
    this.endsOn = undefined;
    return true;
  }

  /** What a change costs today; undefined where it is not possible, 0 where it counts from the next term on. */
  priceOf(offer: Offer): number | undefined {
    if (this.state !== 'active' || this.endsOn || this.#debts.length) return undefined;
    if (isUpgrade(this.offer!, offer)) {
      const { from, until } = this.last!;
      const left = Math.ceil((priceOf(this.last!) * daysBetween(this.today, until)) / daysBetween(from, until));
      return this.#upgrade ? undefined : priceOf(offer) - left;
    }
    const isSame = offer.product === this.offer!.product && offer.months === this.offer!.months;
    return isSame && !this.next ? undefined : 0;
  }

  change(offer: Offer): boolean {
    const price = this.priceOf(offer);
    if (price === undefined) return false;
    if (price > 0) {
      const invoice = this.#issue('upgrade', offer, price, this.today, this.#upgradeDueOn);
      this.orders.push({ invoice, on: this.today, isNew: false });
      return true;
    }
    if (this.#renewal) this.#credit(this.#renewal, null);
    const isSame = offer.product === this.offer!.product && offer.months === this.offer!.months;
    this.next = isSame ? undefined : offer;
    return true;
  }

  withdraw(): boolean {
    const newest = this.orders.findLast(({ invoice }) => invoice.credited === 0);
    if (this.state === 'free' || !this.canWithdraw || !newest || this.today > addDays(newest.on, 14)) return false;
    const { invoice, isNew } = newest;
    if (!isNew && !this.#begunOn.has(invoice)) {
      this.#credit(invoice, null);
      return true;
    }
    const except: ModelInvoice[] = [];
    this.#owed = this.#debts;
    if (!this.#termOf(invoice)) this.#credit(invoice, null);
    // Of each term that an upgrade has cut, only its days are owed; what one invoice cannot give back, the one before does.
    let owed = 0;
    for (let term = this.#termOf(invoice); term; ) {
      const { from, invoice: own, until } = term;
      const group = this.current.filter((each) => this.#begunOn.get(each) === from && each.credited < each.total);
      const stopsOn = own !== invoice ? until : this.today > from ? this.today : from;
      if (group.includes(own)) owed += priceOf(own) - this.#worth(own, stopsOn);
      for (const each of group.toReversed()) {
        const left = each.total - each.credited;
        if (left > owed) except.push(each);
        this.#take(each, Math.max(0, left - owed));
        owed = Math.max(0, owed - left);
      }
      term = group.some(({ kind }) => kind === 'upgrade') ? this.terms[this.terms.indexOf(term) - 1] : undefined;
    }
    this.#end(except);
    return true;
  }

  takeBack({ invoice, payment: { transfer } }: PaidInvoice): void {
    this.tooMuch -= transfer.amount - transfer.back;
    this.toRefund -= transfer.back;
    for (const each of this.invoices) this.tooMuch += takeOff(each, transfer);
    transfer.back = transfer.amount;
    if ((this.state !== 'active' && this.state !== 'grace') || !this.#debts.includes(invoice)) return;
    if (this.#upgrade) this.#credit(this.#upgrade, null);
    this.state = 'suspended';
    this.#suspendedOn = this.today;
  }

  /** Everything that is due by now. */
  tick(): void {
    while (this.#step());
  }

  #step(): boolean {
    if (this.state === 'free') return false;
    if (this.state === 'pending') {
      const lapses = addDays(this.#orderedOn, 30);
      if (this.today < lapses || !this.#isTold(addDays(lapses, -1))) return false;
      this.#end();
      return true;
    }
    if (this.endsOn && this.today >= this.endsOn && this.endsOn === this.last!.until) {
      this.#end();
      return true;
    }
    return this.state === 'active' ? this.#stepActive() : this.#stepOwing();
  }

  #stepActive(): boolean {
    const { today } = this;
    const upgrade = this.#upgrade;
    if (upgrade && (today >= this.last!.until || (today > upgrade.dueOn && this.#isTold(upgrade.dueOn)))) {
      this.#credit(upgrade, null);
      return true;
    }
    const [debt] = this.#debts;
    if (debt && today > debt.dueOn) {
      this.state = 'grace';
      this.#toldOn = today;
      return true;
    }
    if (this.endsOn === this.last!.until) return false;
    const next = this.#nextTerm;
    const renewal = this.#renewal;
    if (!renewal && today >= addDays(next.from, next.months === 4 ? -35 : -14)) {
      this.#issue('renewal', next, priceOf(next), next.from, next.from, next.until);
      return true;
    }
    if (!renewal || today < next.from) return false;
    this.offer = { product: renewal.product, months: renewal.months };
    this.#begunOn.set(renewal, renewal.from);
    this.terms.push({ ...this.offer, from: renewal.from, until: renewal.until, invoice: renewal });
    this.next = undefined;
    return true;
  }

  #stepOwing(): boolean {
    const [debt] = this.#debts;
    if (!debt) return this.#restore();
    if (!this.#isTold(addDays(debt.dueOn, 7))) return false;
    if (this.state === 'suspended') {
      const ends = [addDays(debt.dueOn, 30), addDays(this.#suspendedOn, 22)].toSorted()[1]!;
      if (this.today < ends || !this.#isTold(addDays(ends, -1))) return false;
      this.#end();
      return true;
    }
    if (this.today < addDays(debt.dueOn, 8) || this.today < addDays(this.#toldOn, 3)) return false;
    this.state = 'suspended';
    this.#suspendedOn = this.today;
    return true;
  }
}
