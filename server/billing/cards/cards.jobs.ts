import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import { withProvider } from './attempts.ts';
import type { CardDependencies, ChargedContracts } from './card-dependencies.ts';
import { chargeDue } from './charges.ts';
import { handleEvent } from './events.ts';
import { applyRecentEvents, sweep } from './sweep.ts';

export function cardsJobs(contracts: ChargedContracts) {
  /** Runs `work` where cards can be charged at all. */
  const withCards =
    <Data>(work: (deps: CardDependencies, data: Data) => Promise<void>) =>
    async (deps: FeatureDependencies, data: Data): Promise<void> => {
      const { cards } = deps.config;
      if (cards) await work(withProvider({ ...deps, contracts }, cards), data);
    };

  return {
    /** Charges what is due, at its hours. */
    charge: { name: 'card-charges', schedule: '* * * * *', handle: withCards(chargeDue) },
    /** What an event is about. */
    event: { name: 'card-events', handle: withCards((deps, { id }: { id: string }) => handleEvent(deps, id)) },
    /** Whatever no event told: webhooks are an acceleration. */
    sweep: { name: 'card-sweep', schedule: '*/15 * * * *', handle: withCards(sweep) },
    recentEvents: { name: 'card-recent-events', schedule: '40 2 * * *', handle: withCards(applyRecentEvents) },
  } satisfies Record<string, Job | Job<{ id: string }>>;
}
