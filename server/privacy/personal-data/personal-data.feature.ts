import type { Feature } from '../../contract/feature.ts';
import { personalDataRoutes } from './personal-data.routes.ts';

/** What people may have of their own data: a copy of all of it, whenever they like. */
export const personalDataFeature: Feature = { routes: personalDataRoutes };
