import type { Feature } from '../feature.ts';
import { usageRoutes } from './usage.routes.ts';

/** What an account has used, for its holder. */
export const usageFeature: Feature = { routes: usageRoutes };
