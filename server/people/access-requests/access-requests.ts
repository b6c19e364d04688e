import { randomUUID } from 'node:crypto';
import { access, type WaitingList } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { forgetMailsOfNobody, withdrawMails } from '../../platform/mails/mails.ts';
import { isConfirmationKey, isLeavingKey } from './access-links.ts';
import { accessMailKinds, mailCountryAdded, mailWaiting } from './access-mails.ts';
import {
  changeRequest,
  countExpired,
  expiries,
  findRequest,
  findRequestsOf,
  lockRequest,
  lockRequestByHash,
  lockRequestOf,
  lockUntold,
  noteRequest,
  removeExpired,
  removeRequest,
} from './access-requests.queries.ts';
import { type AccessRequest, type ListRequest, nobodys } from './access-requests.tables.ts';
import { askedJob } from './asking.ts';
import { mailListWaiting } from './list-mails.ts';
import {
  changeListRequest,
  findListRequest,
  findListRequestsOf,
  findListRequestsOfAddress,
  lockListRequest,
  lockListRequestByHash,
} from './list-requests.queries.ts';
import { describeListRequest, forgetListRequest, listRetention } from './list-requests.ts';

export { findInvitedAddresses } from './access-requests.queries.ts';

/** What somebody asks with. */
export interface NewAccessRequest {
  email: string;
  country: string;
  locale: Locale;
}

/**
 * Keeps that somebody asks; a job mails them. Nobody learns from the answer, which is always the same and takes the same time, whether
 * the address was known.
 */
export async function askForAccess(deps: ActDependencies, { email, country, locale }: NewAccessRequest): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now } = act;
    const id = await noteRequest(trx, {
      id: randomUUID(),
      email,
      country,
      locale,
      state: 'asked',
      asked_at: now,
      last_step_at: now,
      ...nobodys,
    });
    await act.enqueue(askedJob, { id, country, locale });
  });
}

/** A link in a mail: its language is that of the mail, whatever the browser speaks. */
export interface FollowedLink {
  locale: Locale;
  /** None where it is about the beta. */
  purpose?: WaitingList;
}

/** A link that can confirm, or has done so. */
export async function findConfirmation(
  { config, database, clock }: ActDependencies,
  id: string,
  key: string,
): Promise<FollowedLink | undefined> {
  const now = clock();
  const request = (await findRequest(database.kysely, id)) ?? (await findListRequest(database.kysely, id));
  return request && isConfirmationKey(config, request, { key, now }) && isInTime(request, now) ? request : undefined;
}

const isConfirmed = (request: AccessRequest | ListRequest) =>
  'state' in request ? request.state !== 'asked' : request.confirmed_at !== null;

/** Whoever has been told asks anew: what the page behind the link promises is done. */
const isInTime = (request: AccessRequest | ListRequest, now: Date) =>
  isConfirmed(request)
    ? 'state' in request || request.told_at === null
    : now.getTime() < request.asked_at.getTime() + access.confirmationHours * hourMs;

/** Undefined for a link that is no longer valid. Safe to repeat. */
export async function confirmRequest(
  deps: ActDependencies,
  id: string,
  key: string,
): Promise<FollowedLink | undefined> {
  return act(deps, async (act) => {
    const { trx, now } = act;
    const request = await lockRequestOrPlace(trx, id);
    if (!request || !isConfirmationKey(act.config, request, { key, now }) || !isInTime(request, now)) return undefined;
    if (isConfirmed(request)) return request;
    if ('state' in request) {
      await changeRequest(trx, id, { state: 'waiting', last_step_at: now });
      await mailWaiting(act, request);
    } else {
      await changeListRequest(trx, id, { confirmed_at: now });
      await mailListWaiting(act, request);
    }
    return request;
  });
}

/** A link that can leave the list, while there is something to leave. */
export async function findLeaving(
  { config, database, clock }: ActDependencies,
  id: string,
  key: string,
): Promise<FollowedLink | undefined> {
  if (!isLeavingKey(config, id, { key, now: clock() })) return undefined;
  return (await findRequest(database.kysely, id)) ?? findListRequest(database.kysely, id);
}

/** Deletes the request and what was mailed about it. False for a link that is not ours. Safe to repeat. */
export async function leaveList(deps: ActDependencies, id: string, key: string): Promise<boolean> {
  return act(deps, async ({ trx, now, config }) => {
    if (!isLeavingKey(config, id, { key, now })) return false;
    const request = await lockRequestOrPlace(trx, id);
    if (request) await forgetRequest(trx, request);
    return true;
  });
}

/** The request with this id, whichever list it is for. */
export const lockRequestOrPlace = async (
  trx: OpenTransaction,
  id: string,
): Promise<AccessRequest | ListRequest | undefined> => (await lockRequest(trx, id)) ?? lockListRequest(trx, id);

/** People who are told in one transaction. */
const batchSize = 500;

/**
 * Tells whoever asked from a country that was not open, and so was promised this mail, invited or not. Returns how many; once it has
 * been interrupted, it goes on where it was. `note` is called in the transaction of each batch, with how many have been told by
 * then.
 */
export async function tellCountryAdded(
  { config, database, clock }: ActDependencies,
  country: string,
  note: (act: Act, told: number) => Promise<void>,
): Promise<number> {
  // All are due at once, and so before what somebody asks for while they are being written: the newest mail is sent first.
  const now = clock();
  const atOnce = { config, database, clock: () => now };
  let told = 0;
  let after: string | null = null;
  for (;;) {
    const batch: AccessRequest[] = await act(atOnce, async (act) => {
      const untold = await lockUntold(act.trx, country, after, batchSize);
      for (const request of untold) await mailCountryAdded(act, request);
      if (untold.length) await note(act, told + untold.length);
      return untold;
    });
    told += batch.length;
    if (batch.length < batchSize) return told;
    after = batch.at(-1)!.id;
  }
}

/** Deletes a request for whichever list, and what was mailed about it; of an account's mails, those that were not sent. */
export async function forgetRequest(trx: OpenTransaction, request: AccessRequest | ListRequest): Promise<void> {
  if (!('state' in request)) return forgetListRequest(trx, request);
  const { id, account_id, email } = request;
  await removeRequest(trx, id);
  await forgetMailsOfNobody(trx, [email], accessMailKinds);
  if (account_id) await withdrawMails(trx, account_id, accessMailKinds);
}

/** Of a restored dump, the one whose id has this hash and which was deleted since. */
export async function forgetRequestByHash(trx: OpenTransaction, sha256: string): Promise<void> {
  const request = (await lockRequestByHash(trx, sha256)) ?? (await lockListRequestByHash(trx, sha256));
  if (request) await forgetRequest(trx, request);
}

/** Those whose address is its holder's. */
export async function exportAccessRequests(
  trx: OpenTransaction,
  accountId: string,
): Promise<Record<string, unknown>[]> {
  const places = await findListRequestsOf(trx, accountId);
  return [...(await findRequestsOf(trx, accountId)).map(describeForHolder), ...places.map(describeListRequest)];
}

/** Those of an address, whoever has an account with it. */
export async function exportAccessRequestsOf(trx: OpenTransaction, email: string): Promise<Record<string, unknown>[]> {
  const found = await lockRequestOf(trx, email);
  const places = await findListRequestsOfAddress(trx, email);
  return [...(found ? [describeForHolder(found)] : []), ...places.map(describeListRequest)];
}

function describeForHolder(row: AccessRequest): Record<string, unknown> {
  return {
    id: row.id,
    purpose: 'beta',
    email: row.email,
    country: row.country,
    locale: row.locale,
    state: row.state,
    askedAt: row.asked_at,
    lastStepAt: row.last_step_at,
  };
}

export async function eraseAccessRequests(trx: OpenTransaction, accountId: string): Promise<void> {
  const requests = [...(await findRequestsOf(trx, accountId)), ...(await findListRequestsOf(trx, accountId))];
  for (const request of requests) await forgetRequest(trx, request);
}

const ruleOf = (
  name: string,
  cutoff: RetentionRule['cutoff'],
  condition: (typeof expiries)[keyof typeof expiries],
): RetentionRule => ({
  name,
  cutoff,
  count: (queries, at) => countExpired(queries, 'access_requests', condition(at)),
  async remove(trx, at, limit) {
    const removed = await removeExpired(trx, 'access_requests', condition(at), limit);
    const addresses = removed.map(({ email }) => email);
    if (removed.length) await forgetMailsOfNobody(trx, addresses, accessMailKinds);
    return removed.length;
  },
});

export const accessRetention: readonly RetentionRule[] = [
  {
    ...ruleOf(
      'access-unconfirmed',
      (now) => new Date(now.getTime() - access.confirmationHours * hourMs),
      expiries.unconfirmed,
    ),
    // The mail says how long its link is good.
    isExact: true,
  },
  ruleOf(
    'access-accepted',
    (now) => new Date(now.getTime() - retention.acceptedAccessRequestDays * dayMs),
    expiries.accepted,
  ),
  ruleOf('access-requests', (now) => findPeriodStart(now, retention.accessRequestMonths), expiries.settled),
  ...listRetention,
];
