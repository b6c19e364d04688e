import { compareWithProvider } from '../cards/cards.ts';
import type { Finding } from './books.ts';

const mostNamed = 10;

/** What the card provider and the books say differently of the last days. Throws what the provider throws. */
export async function verifyCharges(deps: Parameters<typeof compareWithProvider>[0], days: number): Promise<Finding[]> {
  const found = await compareWithProvider(deps, days * 24);
  if (!found.length) return [];
  const fault =
    'a charge, a refund or what banks hold of a charge by disputes, of which the card provider and the books say another sum';
  return [{ name: 'provider', fault, count: found.length, subjects: found.slice(0, mostNamed) }];
}
