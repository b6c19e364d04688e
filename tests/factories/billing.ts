import { createHash, randomUUID } from 'node:crypto';
import { documentsInForce } from '../../content/legal/in-force.ts';
import { describeFinding, verifyBooks } from '../../server/billing/books/books.ts';
import { runClock, settleInvoice } from '../../server/billing/contracts/contracts.ts';
import { readOrderSentences } from '../../server/billing/contracts/order-texts.ts';
import { actIn } from '../../server/contract/act.ts';
import type { TransactionCommand } from '../../server/contract/command.ts';
import { perform } from '../../server/operator/perform.ts';
import type { CustomerRequest } from '../../shared/api/customer.ts';
import type { InvoicesAnswer } from '../../shared/api/invoices.ts';
import type { OrderRequest } from '../../shared/api/orders.ts';
import type { SubscriptionAnswer, SubscriptionRequest } from '../../shared/api/subscription.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { zurichDayOf } from '../../shared/business/business-days.ts';
import { operator } from '../../shared/business/company.ts';
import { confirmationDocuments } from '../../shared/business/documents.ts';
import { plans } from '../../shared/business/plans.ts';
import type { TestApi } from './api.ts';
import { aCustomerRequest } from './book-records.ts';

const sentences = readOrderSentences();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** An order by invoice of somebody who has read everything in force at `now`. */
export function anOrderRequest(now: Date, given: Partial<OrderRequest> = {}): OrderRequest {
  const locale = given.locale ?? 'de';
  return {
    product: 'moderate',
    months: 1,
    method: 'invoice',
    totalRappen: plans.moderate.monthlyRappen,
    locale,
    confirmations: { terms: true, immediateStart: true },
    documents: documentsInForce(now).filter(({ document }) => confirmationDocuments.terms.includes(document)),
    shownSentences: {
      terms: hashOf(sentences[locale].terms),
      immediateStart: hashOf(sentences[locale].immediateStart),
    },
    ...given,
  };
}

/** A customer at the API, whose clock the test moves. */
export function aBuyerAt(api: TestApi, userId = `user_${randomUUID()}`) {
  const send = async (method: 'PUT' | 'POST' | 'DELETE', url: string, payload: object, key: string = randomUUID()) => {
    const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId)}`, 'idempotency-key': key };
    return api.app.inject({ method, url, headers, payload });
  };
  const subscription = async (): Promise<SubscriptionAnswer> => (await api.get(apiPaths.subscription, userId)).json();
  const invoices = async (): Promise<InvoicesAnswer['invoices']> =>
    (await api.get(apiPaths.invoices, userId)).json().invoices;
  return {
    userId,
    send,
    subscription,
    invoices,
    give: (given: Partial<CustomerRequest> = {}) =>
      send('PUT', apiPaths.customer, aCustomerRequest({ email: `${userId}@customers.example`, ...given })),
    order: (given: Partial<OrderRequest> = {}, key?: string) =>
      send('POST', apiPaths.orders, anOrderRequest(api.time.now, given), key),
    act: (request: SubscriptionRequest, key?: string) => send('POST', apiPaths.subscription, request, key),
    plan: async (): Promise<string> => (await subscription()).plan,
    /** Pays the oldest open invoice by transfer. */
    async pay(amountRappen?: number, receivedOn = zurichDayOf(api.time.now)) {
      const open = (await invoices()).filter(({ openRappen }) => openRappen > 0).at(-1)!;
      return api.database.kysely.transaction().execute((trx) =>
        settleInvoice(actIn(trx, { config: api.config, clock: () => api.time.now, jobs: api.jobs }), {
          invoiceId: open.id,
          method: 'invoice',
          operatorRef: randomUUID(),
          amountRappen: amountRappen ?? open.openRappen,
          receivedOn,
        }),
      );
    },
    /** Bills by transfer from `now` on. */
    async subscribe(given: Partial<OrderRequest> = {}) {
      await this.give();
      const answer = await this.order(given);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      await this.pay();
    },
  };
}

/** What came back and what was told of an account. */
export async function moneyOf({ database: { kysely } }: TestApi, accountId: string) {
  const refunds = await kysely
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_rappen', 'refunds.state'])
    .where('payments.account_id', '=', accountId)
    .orderBy('payments.received_on', 'desc')
    .orderBy('refunds.wanted_at')
    .execute();
  const mails = await kysely
    .selectFrom('mails')
    .select('kind')
    .where('account_id', '=', accountId)
    .orderBy('enqueued_at')
    .execute();
  return { refunds, mails: mails.map(({ kind }) => kind) };
}

/** What `billing verify` would say; of documents and mails that leave only when a job runs, and of what waits for an operator, nothing. */
export async function findFaults(api: TestApi) {
  const found = await verifyBooks(api.database.kysely, api.time.now);
  return found.filter(({ name }) => !['documents', 'mails', 'waiting'].includes(name)).map(describeFinding);
}

/** Runs commands as operators do, recorded. */
export const operateAt =
  ({ database, config, time }: TestApi) =>
  (command: TransactionCommand, ...args: string[]) =>
    perform(database, command, args, {
      config,
      clock: () => time.now,
      accountParts: [],
      retentionRules: [],
      promiseChecks: [],
      waitingKinds: [],
    }).then(({ lines, ...result }) => ({ ...result, lines: lines.slice(0, -1) }));

/** Moves the clock, and lets everything happen to subscriptions that is due by then. */
export async function moveTo(api: TestApi, time: string): Promise<void> {
  api.time.now = new Date(time);
  const { config, database, jobs, app } = api;
  const deps = { config, database, jobs, clock: () => api.time.now, log: app.log };
  const failed = await runClock({ ...deps, accountParts: [], retentionRules: [], promiseChecks: [], waitingKinds: [] });
  if (failed.length) throw new Error(`Not carried on: ${failed.join(', ')}`);
}

/** A bank statement up to the end of the day is imported, without an entry. */
export const importStatement = (
  { database, time }: TestApi,
  day: string,
  given: { id?: string; iban?: string; closing_rappen?: null } = {},
) =>
  database.kysely
    .insertInto('bank_statements')
    .values({
      id: randomUUID(),
      file_sha256: hashOf(day),
      message_id: `statement of ${day}`,
      iban: operator.bankAccount.iban.replaceAll(' ', ''),
      from_on: day,
      until_on: day,
      opening_rappen: 0,
      closing_rappen: 0,
      imported_at: time.now,
      ...given,
    })
    .execute();
