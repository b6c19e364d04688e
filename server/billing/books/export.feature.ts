import type { Feature } from '../../contract/feature.ts';
import { billingExport } from './export.operator.ts';

/** The books of a year, as a bookkeeper takes them. */
export const billingExportFeature: Feature = { commands: [billingExport] };
