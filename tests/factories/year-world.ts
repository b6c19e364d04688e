import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { type SiteProcess, startProcess, waitForPort } from '../../scripts/commands/site-processes.ts';
import type { CustomerRequest } from '../../shared/api/customer.ts';
import type { InvoicesAnswer } from '../../shared/api/invoices.ts';
import type { OrderAnswer, OrderRequest } from '../../shared/api/orders.ts';
import type { SubscriptionAnswer, SubscriptionChange, SubscriptionRequest } from '../../shared/api/subscription.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { isBusinessDay } from '../../shared/business/business-days.ts';
import { developmentCardsKey } from '../../shared/configuration.ts';
import type { Day } from '../../shared/days.ts';
import { apiVersion } from '../../stand-ins/cards/provider.ts';
import { aStatementFile } from './bank-statement.ts';
import { anOrderRequest } from './billing.ts';
import { aCustomerRequest } from './book-records.ts';
import type { Movement } from './bookkeeper.ts';
import { writeBuiltSite } from './built-site.ts';
import { startCardsProcess } from './cards-process.ts';
import { createDatabasePlace } from './database.ts';
import { startLoginProcess } from './login-process.ts';
import { operateServer } from './operate.ts';
import { settingsFor, startServerProcess, waitUntilReady } from './server-process.ts';

/** What the card provider says of one payment or refund. */
export interface CardMovement {
  id: string;
  /** What a refund gives back of. */
  of: string | undefined;
  customer: string | undefined;
  /** Negative where it was given back. */
  amountRappen: number;
}

const francs = (rappen: number) => (rappen / 100).toFixed(2);

/** The server with everything around it in processes of their own, whose days are moved by the operator's command. */
export async function startYearWorld() {
  const [port = 0, mailPort, smtpPort, viesPort] = await findFreePorts(4);
  const origin = `http://localhost:${port}`;
  const place = await createDatabasePlace();
  const site = writeBuiltSite();
  const [login, cards] = await Promise.all([startLoginProcess(), startCardsProcess(origin)]);
  const files = mkdtempSync(path.join(tmpdir(), 'year-'));
  const standIn = async (name: 'mail' | 'vies', environment: Record<string, string>, wanted: number) => {
    const started = startProcess(name, { PATH: process.env.PATH, DATA_DIR: files, ...environment }, () => {});
    await waitForPort(started, wanted);
    return started;
  };
  const mail = await standIn('mail', { MAIL_PORT: String(mailPort), MAIL_SMTP_PORT: String(smtpPort) }, mailPort!);
  const startVies = () => standIn('vies', { VIES_PORT: String(viesPort) }, viesPort!);
  let vies: SiteProcess = await startVies();
  const settings = {
    ...settingsFor(place, port),
    LOGIN_PORT: login.environment.LOGIN_PORT!,
    ...cards.environment,
    ...{ SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, VIES_PORT: String(viesPort) },
    ...{ SALES_OPEN: 'ch,eu-business,eu-consumer', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' },
  };
  const server = startServerProcess({ settings, siteDirectory: site.directory, optimized: true });
  await waitUntilReady(server, port);

  const operate = (...command: string[]) => operateServer(place.dataDir, command, server.output);
  /** A mail on its way when the clock is set would seem to have been on it for days. */
  const settle = async () => {
    for (const state of ['queued', 'sending'])
      while (!(await operate('mail', 'list', '--state', state)).startsWith('No such')) await wait(50);
  };
  /** Within a minute, what was done has its documents and mails. */
  const waitAMinute = async () => {
    await operate('clock', 'move', '1m');
    await settle();
  };
  const bank = new Bank(files, operate);
  const inbox = path.join(files, 'mail');
  mkdirSync(inbox, { recursive: true });
  const read = new Set<string>();
  return {
    operate,
    bank,
    files,
    cards,
    /** The day's morning, after cards were charged; what is due is done. */
    async moveTo(day: Day) {
      await operate('clock', 'set', `${day}T07:00:00Z`);
      await settle();
      // What the server's own round met too early, it does in the next one.
      await waitAMinute();
      bank.day = day;
    },
    waitAMinute,
    person: (name: string) => new Person(name, { origin, login }),
    /** Mails that have arrived since the last look, and what they tell, by the operator's list: `renewed (de)`. */
    async newMails(): Promise<{ to: string; tells: string }[]> {
      const fresh = readdirSync(inbox).filter((name) => name.endsWith('.eml') && !read.has(name));
      if (!fresh.length) return [];
      const listed = await operate('mail', 'list', '--state', 'sent');
      return fresh.map((name) => {
        read.add(name);
        const message = readFileSync(path.join(inbox, name), 'utf8');
        const [, id = ''] = /^Message-ID: <([^@]+)@/m.exec(message)!;
        const [, to = ''] = /^To: <?([^>\r\n]+)/m.exec(message)!;
        return { to, tells: new RegExp(`^${id} {2}(\\S+ \\(\\w+\\))`, 'm').exec(listed)![1]! };
      });
    },
    /** The register of VAT numbers does not answer until `startVies`. */
    stopVies: () => vies.stop(),
    async startVies() {
      vies = await startVies();
    },
    /** All that the provider has taken and given back, by its own word. */
    async cardMovements(): Promise<CardMovement[]> {
      const found: CardMovement[] = [];
      const headers = { authorization: `Bearer ${developmentCardsKey}`, 'stripe-version': apiVersion };
      let after = '';
      for (;;) {
        const address = `${cards.origin}/v1/events?limit=100${after}`;
        const answer = await fetch(address, { headers });
        if (!answer.ok) throw new Error(await answer.text());
        const page = (await answer.json()) as { data: ProviderEvent[]; has_more: boolean };
        for (const { type, data } of page.data) {
          if (type === 'payment_intent.succeeded')
            found.push({ ...data.object, of: undefined, amountRappen: data.object.amount });
          if (type === 'refund.created')
            found.push({ ...data.object, of: data.object.payment_intent, amountRappen: -data.object.amount });
        }
        if (!page.has_more) return found.toReversed();
        after = `&starting_after=${page.data.at(-1)!.id}`;
      }
    },
    errors: () => server.output(),
    async close() {
      server.child.kill('SIGTERM');
      await server.ended;
      await Promise.all([mail.stop(), vies.stop(), cards.close(), login.close()]);
      site.remove();
      rmSync(files, { recursive: true, force: true });
      await place.remove();
    },
  };
}

interface ProviderEvent {
  id: string;
  type: string;
  data: { object: { id: string; amount: number; customer: string; payment_intent: string } };
}

/** The operator's bank: a statement each business day, in which each balance follows from the one before. */
class Bank {
  day: Day = '';
  /** What has come and gone, as the bank wrote it. */
  readonly booked: Movement[] = [];
  #balance = 100_00;
  #waiting: { amount: number; message: string; debtor?: string }[] = [];
  readonly #files: string;
  readonly #operate: (...command: string[]) => Promise<string>;

  constructor(files: string, operate: (...command: string[]) => Promise<string>) {
    this.#files = files;
    this.#operate = operate;
  }

  /** Somebody transfers money, which stands in the statement of the same day. */
  receive = (amount: number, reference: string, debtor: string) =>
    void this.#waiting.push({ amount, message: reference, debtor });

  /** The operator transfers money. */
  send = (amount: number, message: string) => void this.#waiting.push({ amount: -amount, message });

  /** The operator imports the statement of the day. Banks write none on days of rest. */
  async importStatement(): Promise<void> {
    if (!isBusinessDay(this.day)) return;
    const opening = this.#balance;
    const entries = this.#waiting.splice(0).map(({ amount, message, debtor }) => {
      const reference = `${this.day} ${this.booked.length}`;
      this.#balance += amount;
      this.booked.push({ reference, amount });
      const [sum, side] = [francs(Math.abs(amount)), amount < 0 ? ('DBIT' as const) : ('CRDT' as const)];
      const told = debtor ? { debtor, reference: message } : { message };
      return { amount: sum, side, payments: [{ amount: sum, bankReference: reference, ...told }] };
    });
    const file = path.join(this.#files, `statement-${this.day}.xml`);
    const balances = { opening: francs(opening), closing: francs(this.#balance) };
    writeFileSync(file, aStatementFile({ id: `STMT-${this.day}`, day: this.day, ...balances, entries }));
    await this.#operate('bank', 'import', file);
  }
}

interface Around {
  origin: string;
  login: Awaited<ReturnType<typeof startLoginProcess>>;
}

/** Somebody at the site’s API, signed in at the login provider. */
export class Person {
  readonly name: string;
  readonly email: string;
  readonly #around: Around;
  #token: { value: string; until: number } | undefined;

  constructor(name: string, around: Around) {
    this.name = name;
    this.email = `${name.toLowerCase()}@customers.example`;
    this.#around = around;
  }

  signUp = () => this.#around.login.control('accounts', { email: this.email, password: 'correct horse battery' });

  async call(method: string, address: string, body?: object): Promise<Response> {
    if (!this.#token || performance.now() > this.#token.until) {
      const { access_token } = await this.#around.login.control('sessions', { email: this.email });
      this.#token = { value: access_token!, until: performance.now() + 200_000 };
    }
    return fetch(this.#around.origin + address, {
      method,
      headers: {
        authorization: `Bearer ${this.#token.value}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async #done<Answer>(method: string, address: string, body?: object): Promise<Answer> {
    const response = await this.call(method, address, body);
    if (!response.ok) throw new Error(`${this.name}, ${method} ${address}: ${await response.text()}`);
    return response.json() as Promise<Answer>;
  }

  give = (given: Partial<CustomerRequest>) =>
    this.#done('PUT', apiPaths.customer, aCustomerRequest({ email: this.email, ...given }));
  tryToOrder = (day: Day, given: Partial<OrderRequest>) =>
    this.call('POST', apiPaths.orders, anOrderRequest(new Date(`${day}T12:00:00Z`), given));
  order = (day: Day, given: Partial<OrderRequest>) =>
    this.#done<OrderAnswer>('POST', apiPaths.orders, anOrderRequest(new Date(`${day}T12:00:00Z`), given));
  orderState = async (id: string) => (await this.#done<OrderAnswer>('GET', `${apiPaths.orders}/${id}`)).state;
  subscription = () => this.#done<SubscriptionAnswer>('GET', apiPaths.subscription);
  act = (request: SubscriptionRequest) => this.#done<SubscriptionChange>('POST', apiPaths.subscription, request);
  invoices = async () => (await this.#done<InvoicesAnswer>('GET', apiPaths.invoices)).invoices;
  /** What is to be transferred for the oldest invoice that is open. */
  async owed() {
    const { payment } = await this.subscription();
    if (!payment?.invoice) throw new Error(`${this.name} owes nothing.`);
    return payment.invoice;
  }
}
