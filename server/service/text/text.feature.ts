import type { Feature } from '../../contract/feature.ts';
import { modelsJob } from './text.jobs.ts';
import { textStatus } from './text.operator.ts';
import { textRoutes } from './text.routes.ts';

/** Writes what was said, by the models of the AI provider; keeps none of it. */
export const textFeature: Feature = { routes: textRoutes, jobs: [modelsJob], commands: [textStatus] };
