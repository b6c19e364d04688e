import type { Feature } from '../../contract/feature.ts';
import { vatCheckJob } from './vat.jobs.ts';
import { vatEnd, vatRegister } from './vat.operator.ts';

/** VAT numbers of customers, and where the operator itself is registered; its tables are those of customers. */
export const vatFeature: Feature = { jobs: [vatCheckJob], commands: [vatRegister, vatEnd] };
