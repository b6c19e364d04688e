import type { Area } from '../contract/feature.ts';
import { desktopFeature } from './desktop/desktop.feature.ts';
import { entitlementsFeature } from './entitlements/entitlements.feature.ts';
import { measuresFeature } from './measures/measures.feature.ts';
import { quotasFeature } from './quotas/quotas.feature.ts';
import { speechFeature } from './speech/speech.feature.ts';
import { startFeature } from './start/start.feature.ts';
import { textFeature } from './text/text.feature.ts';
import { usageFeature } from './usage/usage.feature.ts';

/** What the app uses. */
export const serviceArea: Area = {
  15: desktopFeature,
  21: quotasFeature,
  22: measuresFeature,
  24: usageFeature,
  25: speechFeature,
  26: entitlementsFeature,
  27: textFeature,
  39: startFeature,
};
