import type { Feature } from '../../contract/feature.ts';
import { startRoutes } from './start.routes.ts';

/** What the app asks when it starts; nothing of it is stored. */
export const startFeature: Feature = { routes: startRoutes };
