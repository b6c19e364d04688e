import type { Feature } from '../../contract/feature.ts';
import { statisticsShow } from './statistics.operator.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import { statisticsTables } from './statistics.tables.ts';
import { statisticsRetention } from './statistics.ts';

/** Page views and measurements of visitors who allow them; they name nobody. */
export const statisticsFeature: Feature = {
  routes: statisticsRoutes,
  tables: statisticsTables,
  retention: [statisticsRetention],
  commands: [statisticsShow],
};
