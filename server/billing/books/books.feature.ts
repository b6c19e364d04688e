import type { Feature } from '../../contract/feature.ts';
import { billingExport } from './export.operator.ts';
import { billingVerifyJob } from './verify.jobs.ts';
import { billingVerify } from './verify.operator.ts';

/** Looks every night whether the books hold what they promise, and gives those of a year to a bookkeeper. */
export const booksFeature: Feature = { jobs: [billingVerifyJob], commands: [billingVerify, billingExport] };
