import { hourMs } from '../../../shared/durations.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import { type CardPayments, CardProviderRefused, type Refund } from '../../integrations/card-payments.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { isBooked } from '../payments/payments.ts';
import { findAttempt, hasAttempts } from './attempts.queries.ts';
import { findBookedCharge, findBookedCharges, findBookedRefunds, findTakenCharges } from './comparison.queries.ts';
import { findHeld } from './disputes.ts';
import { findKept } from './lost-charges.ts';
import { findMadeRefund } from './refunds.queries.ts';
import { findTakenRappen } from './settlement.queries.ts';

type Dependencies = Pick<FeatureDependencies, 'config' | 'database' | 'clock'>;

/** The provider closes a page after a day. */
const pageHours = 25;

/**
 * What the provider and our books say differently of the last hours: the ids of charges, of which a sum that was
 * charged or that banks hold differs, and of refunds, to the Rappen and both ways. Also of charges that our books do not know at all, as after a restore, unless they were given back. Those that somebody made by hand are
 * told otherwise (charges-by-hand.ts). Throws what the provider throws.
 */
export async function compareWithProvider(
  { config, database, clock }: Dependencies,
  pastHours: number,
): Promise<string[]> {
  const { kysely } = database;
  if (!config.cards || !(await hasAttempts(kysely))) return [];
  const provider = connectStripe(config.cards);
  const since = new Date(clock().getTime() - pastHours * hourMs);
  // A page may have been opened long before it was paid on.
  const paidCharges = (await provider.listRecentCharges(pastHours + pageHours)).filter(({ state }) => state === 'paid');
  const charges = paidCharges.filter(({ attemptId }) => attemptId !== undefined && isUuid(attemptId));
  const different: string[] = [];
  for (const { id, amountRappen, attemptId, currency } of charges) {
    const attempt = await findAttempt(kysely, attemptId!);
    // What is being paid just now is booked in a moment.
    if (attempt && !attempt.settled_at && attempt.created_at.getTime() > clock().getTime() - hourMs) continue;
    const booked = await findBookedCharge(kysely, id);
    if (booked === amountRappen && currency === 'chf') continue;
    if (attempt || (await findKept(provider, { id, amountRappen })) > 0) different.push(id);
  }
  const paid = new Set(charges.map(({ id }) => id));
  different.push(...(await findBookedCharges(kysely, since)).filter((charge) => !paid.has(charge)));
  for (const { refund, amountRappen } of await findBookedRefunds(kysely, since)) {
    const sent = await provider.getRefund(refund).catch((error: unknown) => {
      if (error instanceof CardProviderRefused) return undefined;
      throw error;
    });
    if (sent?.amountRappen !== amountRappen || sent.state === 'failed') different.push(refund);
  }
  different.push(...(await compareRefunds(kysely, await provider.listRecentRefunds(pastHours))));
  different.push(...(await compareDisputes(kysely, provider, pastHours, since)));
  return [...new Set(different)];
}

/** Refunds of charges in our books that are not in them, or not over the same sum. */
async function compareRefunds(queries: Queries, made: readonly Refund[]): Promise<string[]> {
  const different: string[] = [];
  for (const refund of made) {
    const { id, charge, state, amountRappen } = refund;
    if (state === 'failed' || charge === undefined || !(await isBooked(queries, charge))) continue;
    const booked = await findMadeRefund(queries, refund);
    if (booked?.amount_rappen !== amountRappen || booked.state === 'failed') different.push(id);
  }
  return different;
}

/** Charges of which banks hold more or less than our books say. */
async function compareDisputes(
  queries: Queries,
  provider: CardPayments,
  pastHours: number,
  since: Date,
): Promise<string[]> {
  const disputed = (await provider.listRecentDisputes(pastHours)).flatMap(({ charge }) => charge ?? []);
  const different: string[] = [];
  for (const charge of new Set([...disputed, ...(await findTakenCharges(queries, since))])) {
    if (!(await isBooked(queries, charge))) continue;
    if ((await findHeld(provider, charge)) !== (await findTakenRappen(queries, charge))) different.push(charge);
  }
  return different;
}
