import { hourMs } from '../../../shared/durations.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import { CardProviderRefused } from '../../integrations/card-payments.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { findAttempt, hasAttempts } from './attempts.queries.ts';
import { findBookedCharge, findBookedCharges, findBookedRefunds } from './comparison.queries.ts';
import { findKept } from './lost-charges.ts';

type Dependencies = Pick<FeatureDependencies, 'config' | 'database' | 'clock'>;

/** The provider closes a page after a day. */
const pageHours = 25;

/**
 * What the provider and our books say differently of the last hours: the ids of charges and refunds, also of charges that our
 * books do not know at all, as after a restore, unless they were given back. Throws what the provider throws.
 */
export async function compareWithProvider(
  { config, database, clock }: Dependencies,
  pastHours: number,
): Promise<string[]> {
  const { kysely } = database;
  if (!config.cards || !(await hasAttempts(kysely))) return [];
  const provider = connectStripe(config.cards);
  const since = new Date(clock().getTime() - pastHours * hourMs);
  // Others may use the provider's account too; a page may have been opened long before it was paid on.
  const charges = (await provider.listRecentCharges(pastHours + pageHours)).filter(
    ({ state, attemptId }) => state === 'paid' && attemptId !== undefined && isUuid(attemptId),
  );
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
  return different;
}
