import { isUuid } from '../../../shared/uuid.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import type { CardPayments, Charge } from '../../integrations/card-payments.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { findAccountAtProvider } from '../customers/customers.ts';
import { isBooked } from '../payments/payments.ts';
import { findUnknownAttempts, hasAttempts } from './attempts.queries.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { findMarkedRappen } from './comparison.queries.ts';
import { findHeld } from './disputes.ts';
import { findKept } from './lost-charges.ts';

/** A charge that somebody made in the provider's dashboard, with what neither was given back nor taken by a bank. */
export interface ChargeByHand {
  id: string;
  /** As a person reads it: `CHF 49.00`, or `CHF 49.00, of no customer`. */
  kept: string;
}

/** What an operator does about one. */
export const byHandCommand =
  'refund it in the dashboard, or book it for an invoice of which exactly this sum is open: invoice mark-paid <number> --received <day> --reference <id of the charge>; note what went back of one that is booked: payment refund';

/**
 * Charges by hand of the last hours, and older ones of which something has gone back since, of which the books have another sum than
 * the provider. Throws what the provider throws.
 */
export async function findChargesByHand(
  { config, database }: Pick<FeatureDependencies, 'config' | 'database'>,
  pastHours: number,
): Promise<ChargeByHand[]> {
  const { kysely } = database;
  if (!config.cards || !(await hasAttempts(kysely))) return [];
  const provider = connectStripe(config.cards);
  const recent = new Map((await provider.listRecentCharges(pastHours)).map((charge) => [charge.id, charge]));
  const back = [...(await provider.listRecentRefunds(pastHours)), ...(await provider.listRecentDisputes(pastHours))];
  for (const { charge } of back)
    if (charge !== undefined && !recent.has(charge) && !(await isBooked(kysely, charge)))
      recent.set(charge, await provider.getCharge(charge));
  const found: ChargeByHand[] = [];
  for (const charge of recent.values()) {
    if (!(await isByHand(kysely, provider, charge))) continue;
    const keptRappen = await findLeft(provider, charge);
    const marked = charge.currency === 'chf' ? await findMarkedRappen(kysely, charge.id) : 0;
    if (keptRappen === marked) continue;
    const ofWhom = charge.customer === undefined ? ', of no customer' : '';
    found.push({ id: charge.id, kept: describeSum(charge, keptRappen) + ofWhom });
  }
  return found;
}

/** Tells an operator of a charge that somebody has just made in the dashboard, once. */
export async function tellChargeByHand(deps: CardDependencies, charge: Charge): Promise<void> {
  const { database, provider } = deps;
  if (!(await isByHand(database.kysely, provider, charge))) return;
  const keptRappen = await findLeft(provider, charge);
  if (keptRappen === (await findMarkedRappen(database.kysely, charge.id))) return;
  const told = `${describeSum(charge, keptRappen)} by the charge ${charge.id}. It is in no book.`;
  const isOfNobody = charge.customer === undefined;
  await mailOperators(deps, {
    key: `charge ${charge.id}`,
    subject: "A charge was made in the card provider's dashboard",
    paragraphs: isOfNobody
      ? [told, "It is of no customer: somebody else who uses the provider's account may have made it."]
      : [told],
    note: `Until it is, "billing verify" names it: ${isOfNobody ? 'only if it is ours, ' : ''}${byHandCommand}.`,
  });
}

/** Others may use the provider's account, too, but nobody else charges our customers, and we charge nobody without one. */
async function isByHand(
  queries: Queries,
  provider: CardPayments,
  { state, attemptId, customer }: Charge,
): Promise<boolean> {
  if (state !== 'paid' || (attemptId !== undefined && isUuid(attemptId))) return false;
  return customer === undefined || isOurs(queries, provider, customer);
}

/** Also one that was deleted since, and made anew: a charge of ours was theirs. */
async function isOurs(queries: Queries, provider: CardPayments, customer: string): Promise<boolean> {
  if ((await findAccountAtProvider(queries, customer)) !== undefined) return true;
  const ids = (await provider.listCharges(customer)).flatMap(({ attemptId }) => attemptId ?? []).filter(isUuid);
  return (await findUnknownAttempts(queries, ids)).size < new Set(ids).size;
}

const findLeft = async (provider: CardPayments, charge: Charge): Promise<number> =>
  (await findKept(provider, charge)) - (await findHeld(provider, charge.id));

const describeSum = ({ currency }: Charge, rappen: number): string =>
  `${currency.toUpperCase()} ${(rappen / 100).toFixed(2)}`;
