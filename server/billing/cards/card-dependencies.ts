import type { FeatureDependencies } from '../../contract/feature.ts';
import type { CardPayments } from '../../integrations/card-payments.ts';

/** What works on attempts: everything a feature is given, and the provider. */
export interface CardDependencies extends FeatureDependencies {
  provider: CardPayments;
}
