import type { Area } from '../contract/feature.ts';
import { downloadsFeature } from './downloads/downloads.feature.ts';
import { releasesFeature } from './releases/releases.feature.ts';

/** The app as it is downloaded. */
export const deliveryArea: Area = {
  6: downloadsFeature,
  7: releasesFeature,
};
