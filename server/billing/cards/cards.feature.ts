import type { Feature } from '../../contract/feature.ts';
import { chargeJob, eventJob, recentEventsJob, sweepJob } from './cards.jobs.ts';
import { cardsRoutes } from './cards.routes.ts';

/** Payment by card: the provider collects, and what it says is booked here. */
export const cardsFeature: Feature = {
  routes: cardsRoutes,
  jobs: [chargeJob, eventJob, sweepJob, recentEventsJob],
};
