import type { Feature } from '../../contract/feature.ts';
import { usageRoutes } from './usage.routes.ts';
import { describeUsed } from './usage.ts';

/** What an account has used, for its holder. */
export const usageFeature: Feature = { routes: usageRoutes, account: { describe: describeUsed } };
