import type { Feature } from '../../contract/feature.ts';
import { billingVerifyJob } from './verify.jobs.ts';
import { billingVerify } from './verify.operator.ts';

/** Looks every night whether the books hold what they promise. */
export const billingVerifyFeature: Feature = { jobs: [billingVerifyJob], commands: [billingVerify] };
