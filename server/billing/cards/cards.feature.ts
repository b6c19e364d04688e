import type { Feature } from '../../contract/feature.ts';
import { exportAttempts } from './attempts.queries.ts';
import type { ChargedContracts } from './card-dependencies.ts';
import { cardsJobs } from './cards.jobs.ts';
import { cardsRoutes } from './cards.routes.ts';
import { cardsTables } from './cards.tables.ts';
import { providerEventRetention } from './cards-retention.ts';

/** Payment by card: the provider collects, and what it says is booked here. */
export function cardsFeature(contracts: ChargedContracts): Feature {
  const jobs = cardsJobs(contracts);
  return {
    routes: (app, deps) => cardsRoutes(app, deps, jobs.event),
    jobs: Object.values(jobs),
    tables: cardsTables,
    retention: [providerEventRetention],
    account: { export: async (trx, id) => ({ payments: { cardAttempts: await exportAttempts(trx, id) } }) },
  };
}
