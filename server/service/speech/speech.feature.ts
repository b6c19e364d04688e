import type { Feature } from '../../contract/feature.ts';
import { speechRoutes } from './speech.routes.ts';

/** What the app says of recordings that never reached us. */
export const speechFeature: Feature = { routes: speechRoutes };
