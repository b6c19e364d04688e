import { byHandCommand, compareWithProvider, findChargesByHand } from '../cards/cards.ts';
import type { Finding } from './check.ts';

const mostNamed = 10;

/** What the card provider and the books say differently of the last days. Throws what the provider throws. */
export async function verifyCharges(deps: Parameters<typeof compareWithProvider>[0], days: number): Promise<Finding[]> {
  const [different, byHand] = [await compareWithProvider(deps, days * 24), await findChargesByHand(deps, days * 24)];
  return [
    {
      name: 'provider',
      fault:
        'a charge, a refund or what banks hold of a charge by disputes, of which the card provider and the books say another sum',
      subjects: different,
    },
    {
      name: 'by-hand',
      fault: `a charge that somebody made in the card provider's dashboard, of which the books say another sum (${byHandCommand}; one of no customer only if it is ours)`,
      subjects: byHand.map(({ id, kept }) => `${id} (${kept})`),
    },
  ].flatMap(({ subjects, ...finding }) =>
    subjects.length ? [{ ...finding, count: subjects.length, subjects: subjects.slice(0, mostNamed) }] : [],
  );
}
