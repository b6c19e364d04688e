import type { Product } from '../../../shared/business/sales.ts';
import type { Translate } from '../../messages/use-messages.ts';

/** The name of what is bought; a plan's name is the same in every language. */
export const productName = (t: Translate, product: Product | 'free'): string => t(`billing.product.${product}`);

/** How often it is paid: each month, or four months at once. */
export const periodName = (t: Translate, months: number): string =>
  months === 1 ? t('billing.period.month') : t('billing.period.months', { months });
