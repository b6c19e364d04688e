import { billingArea } from './billing/billing.area.ts';
import { composeFeatures } from './contract/composition.ts';
import type { Area, Feature } from './contract/feature.ts';
import { deliveryArea } from './delivery/delivery.area.ts';
import { peopleArea } from './people/people.area.ts';
import { platformArea } from './platform/platform.area.ts';
import { privacyArea } from './privacy/privacy.area.ts';
import { serviceArea } from './service/service.area.ts';

/** An area imports those before it. */
const areas: readonly Area[] = [platformArea, peopleArea, deliveryArea, billingArea, privacyArea, serviceArea];

/** Every feature of the product, by its place. */
export const features: readonly Feature[] = areas
  .flatMap((area) => Object.entries(area))
  .toSorted(([one], [other]) => Number(one) - Number(other))
  .map(([, feature]) => feature);

/** What the server, its database and the operator's commands are made of. */
export const product = composeFeatures(features);
