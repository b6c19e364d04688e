import { randomUUID } from 'node:crypto';
import { access, type WaitingList } from '../../../shared/business/access.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { platforms } from '../../../shared/business/product.ts';
import { retention } from '../../../shared/business/retention.ts';
import { type CustomerKind, customerKinds, isSoldTo, type SalesAudience } from '../../../shared/business/sales.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { forgetMailsOfNobody, withdrawMails } from '../../platform/mails/mails.ts';
import { countExpired, removeExpired } from './access-requests.queries.ts';
import { type ListRequest, nobodys } from './access-requests.tables.ts';
import { askedListJob } from './asking.ts';
import { listMailKinds, mailListTold } from './list-mails.ts';
import {
  changeListRequest,
  listExpiries,
  lockWaiting,
  noteListRequest,
  removeListRequest,
  type Served,
} from './list-requests.queries.ts';

/** What somebody asks with who waits for something other than the beta. */
export type NewListRequest = { email: string; locale: Locale } & (
  | { purpose: 'sale'; country: string; kind: CustomerKind }
  | { purpose: 'macos'; country: null; kind: null }
);

/** As `askForAccess`: the answer is the same and takes the same time, whether the address was known or not. */
export async function askForList(deps: ActDependencies, asked: NewListRequest): Promise<void> {
  await act(deps, async (act) => {
    const { country, kind, locale } = asked;
    const request = { ...asked, id: randomUUID(), asked_at: act.now, confirmed_at: null, told_at: null, ...nobodys };
    const id = await noteListRequest(act.trx, request);
    await act.enqueue(askedListJob, { id, country, kind, locale });
  });
}

/** For whom of a list it is there now; undefined where it is there for nobody. */
export function findServed(purpose: WaitingList, salesOpen: readonly SalesAudience[]): Served | undefined {
  if (purpose === 'macos') return platforms.macos.available ? 'everybody' : undefined;
  const served = eligibleCountries.flatMap((country) =>
    customerKinds.filter((kind) => isSoldTo(salesOpen, country, kind)).map((kind) => ({ country, kind })),
  );
  return served.length > 0 ? served : undefined;
}

/** People who are told in one transaction. */
const batchSize = 500;

/**
 * Tells whoever waits and is served that it is there. Returns how many; once it has been interrupted, it goes on where it was, since
 * each is told in the transaction that notes it. `note` is called in the transaction of each batch, with how many have been told by then.
 */
export async function tellList(
  { config, database, clock }: ActDependencies,
  { purpose, served }: { purpose: WaitingList; served: Served },
  note: (act: Act, told: number) => Promise<void>,
): Promise<number> {
  // All are due at once, as in `tellCountryAdded`.
  const now = clock();
  const atOnce = { config, database, clock: () => now };
  for (let told = 0; ; ) {
    const batch = await act(atOnce, async (act) => {
      const waiting = await lockWaiting(act.trx, purpose, served, batchSize);
      for (const request of waiting) {
        await changeListRequest(act.trx, request.id, { told_at: now });
        await mailListTold(act, request);
      }
      if (waiting.length) await note(act, told + waiting.length);
      return waiting.length;
    });
    told += batch;
    if (batch < batchSize) return told;
  }
}

/** Deletes a place on a list and what was mailed about it, and about no other. Of an account's mails go those that were not sent. */
export async function forgetListRequest(trx: OpenTransaction, request: ListRequest): Promise<void> {
  await removeListRequest(trx, request.id);
  await forgetListMails(trx, request);
}

async function forgetListMails(trx: OpenTransaction, { account_id, email, purpose }: ListRequest): Promise<void> {
  await forgetMailsOfNobody(trx, [email], listMailKinds[purpose]);
  if (account_id) await withdrawMails(trx, account_id, listMailKinds[purpose]);
}

/** As its owner finds it in the copy of their data. */
export function describeListRequest(row: ListRequest): Record<string, unknown> {
  return {
    id: row.id,
    purpose: row.purpose,
    email: row.email,
    country: row.country,
    kind: row.kind,
    locale: row.locale,
    askedAt: row.asked_at,
    confirmedAt: row.confirmed_at,
    toldAt: row.told_at,
  };
}

const ruleOf = (
  name: string,
  cutoff: RetentionRule['cutoff'],
  condition: (typeof listExpiries)[keyof typeof listExpiries],
): RetentionRule => ({
  name,
  cutoff,
  count: (queries, at) => countExpired(queries, 'list_requests', condition(at)),
  async remove(trx, at, limit) {
    const removed = await removeExpired(trx, 'list_requests', condition(at), limit);
    for (const request of removed) await forgetListMails(trx, request);
    return removed.length;
  },
});

export const listRetention: readonly RetentionRule[] = [
  {
    ...ruleOf(
      'list-unconfirmed',
      (now) => new Date(now.getTime() - access.confirmationHours * hourMs),
      listExpiries.unconfirmed,
    ),
    // The mail says how long its link is good.
    isExact: true,
  },
  ruleOf('list-told', (now) => new Date(now.getTime() - retention.toldListRequestDays * dayMs), listExpiries.told),
  ruleOf('list-requests', (now) => findPeriodStart(now, retention.listRequestMonths), listExpiries.waiting),
];
