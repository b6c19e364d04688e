import { compareWithProvider } from '../cards/cards.ts';
import type { Finding } from './books.ts';

const mostNamed = 10;

/** What the card provider and the books say differently of the last days. Throws what the provider throws. */
export async function verifyCharges(deps: Parameters<typeof compareWithProvider>[0], days: number): Promise<Finding[]> {
  const found = await compareWithProvider(deps, days * 24);
  if (!found.length) return [];
  const fault = 'a charge or refund that the card provider knows, and the books do not, or the other way round';
  return [{ name: 'provider', fault, count: found.length, subjects: found.slice(0, mostNamed) }];
}
