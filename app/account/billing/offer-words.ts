import type { Product } from '../../../shared/business/sales.ts';
import { cardBrands } from '../../../shared/card-brands.ts';
import type { Translate } from '../../messages/use-messages.ts';

/** The name of what is bought; a plan's name is the same in every language. */
export const productName = (t: Translate, product: Product | 'free' | 'enterprise'): string =>
  t(`billing.product.${product}`);

/** A card's brand as its holder knows it; where the provider does not know it, it is a card. */
export const brandName = (t: Translate, brand: string): string => cardBrands[brand] ?? t('plan.fact.card');

/** How often it is paid: each month, or four months at once. */
const periodName = (t: Translate, months: number): string =>
  months === 1 ? t('billing.period.month') : t('billing.period.months', { months });

/** What is bought and for how long: `High, 4 months paid up front`. The free plan has no period. */
export const offerName = (
  t: Translate,
  { product, months }: { product: Product | 'free'; months: number | null },
): string =>
  product === 'free' ? productName(t, product) : `${productName(t, product)}, ${periodName(t, months ?? 1)}`;
