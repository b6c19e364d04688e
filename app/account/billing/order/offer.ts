import { isSold, type Period, type Product, periods, products } from '../../../../shared/business/sales.ts';
import { paths } from '../../../../shared/paths.ts';

/** What somebody wants to order. */
export interface Offer {
  product: Product;
  months: Period;
}

/** The page on which an offer is ordered. */
export const orderAddress = ({ product, months }: Offer): string =>
  `${paths.order}?product=${product}&months=${months}`;

/** The offer that an address names; none where nothing like it is sold. */
export function findOffer(search: string): Offer | undefined {
  const parameters = new URLSearchParams(search);
  const product = products.find((name) => name === parameters.get('product'));
  const months = periods.find((count) => String(count) === parameters.get('months'));
  return product && months && isSold({ product, months }) ? { product, months } : undefined;
}
