import type { Feature } from '../../contract/feature.ts';
import { waitingJob } from './waiting.jobs.ts';
import { waitingList } from './waiting.operator.ts';

/** One list of what waits for a person, whatever feature it is of. */
export const waitingFeature: Feature = { jobs: [waitingJob], commands: [waitingList] };
