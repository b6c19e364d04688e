import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import { withProvider } from './attempts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { chargeDue } from './charges.ts';
import { handleEvent } from './events.ts';
import { applyRecentEvents, sweep } from './sweep.ts';

/** Runs `work` where cards can be charged at all. */
const withCards =
  <Data>(work: (deps: CardDependencies, data: Data) => Promise<void>) =>
  async (deps: FeatureDependencies, data: Data): Promise<void> => {
    const { cards } = deps.config;
    if (cards) await work(withProvider(deps, cards), data);
  };

/** Charges what is due, at its hours. */
export const chargeJob: Job = { name: 'card-charges', schedule: '* * * * *', handle: withCards(chargeDue) };

/** What an event is about. */
export const eventJob: Job<{ id: string }> = {
  name: 'card-events',
  handle: withCards((deps, { id }) => handleEvent(deps, id)),
};

/** Whatever no event told: webhooks are an acceleration. */
export const sweepJob: Job = { name: 'card-sweep', schedule: '*/15 * * * *', handle: withCards(sweep) };

export const recentEventsJob: Job = {
  name: 'card-recent-events',
  schedule: '40 2 * * *',
  handle: withCards(applyRecentEvents),
};
