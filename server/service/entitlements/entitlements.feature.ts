import type { Feature } from '../../contract/feature.ts';
import { entitlementsRoutes } from './entitlements.routes.ts';

/** What the app may do while it is offline; nothing of it is stored. */
export const entitlementsFeature: Feature = { routes: entitlementsRoutes };
