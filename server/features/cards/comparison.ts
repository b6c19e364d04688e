import { CardProviderRefused } from '../../integrations/card-payments.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import type { FeatureDependencies } from '../feature.ts';
import { findAttempt } from './attempts.queries.ts';
import { findBookedCharges, findBookedRefunds, findCustomersSince } from './comparison.queries.ts';

type Dependencies = Pick<FeatureDependencies, 'config' | 'database' | 'clock'>;

const hourMs = 60 * 60 * 1000;

/**
 * What the provider and our books say differently of customers whose cards were asked for something since `since`: the ids of
 * charges and refunds. Throws what the provider throws.
 */
export async function compareWithProvider({ config, database, clock }: Dependencies, since: Date): Promise<string[]> {
  if (!config.cards) return [];
  const provider = connectStripe(config.cards);
  const { kysely } = database;
  const different: string[] = [];
  for (const customer of await findCustomersSince(kysely, since)) {
    const charges = (await provider.listCharges(customer)).filter(({ state }) => state === 'paid');
    const booked = new Map(
      (await findBookedCharges(kysely, customer)).map(({ charge, amountRappen }) => [charge, amountRappen]),
    );
    for (const { id, amountRappen, attemptId, currency } of charges) {
      const attempt = attemptId === undefined ? undefined : await findAttempt(kysely, attemptId);
      // Others may use the provider's account too; and what is being paid just now is booked in a moment.
      if (!attempt || (!attempt.settled_at && attempt.created_at.getTime() > clock().getTime() - hourMs)) continue;
      if (booked.get(id) !== amountRappen || currency !== 'chf') different.push(id);
    }
    const paid = new Set(charges.map(({ id }) => id));
    different.push(...[...booked.keys()].filter((id) => !paid.has(id)));
  }
  for (const { refund, amountRappen } of await findBookedRefunds(kysely, since)) {
    const sent = await provider.getRefund(refund).catch((error: unknown) => {
      if (error instanceof CardProviderRefused) return undefined;
      throw error;
    });
    if (sent?.amountRappen !== amountRappen || sent.state === 'failed') different.push(refund);
  }
  return different;
}
