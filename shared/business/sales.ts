import { offlineAddOn, plans, type Rappen } from './plans.ts';

/** To whom the operator sells (`SALES_OPEN`); none until everything that the law asks of each is in place. */
export const salesAudiences = ['ch', 'eu-business', 'eu-consumer'] as const;

export type SalesAudience = (typeof salesAudiences)[number];

export const customerKinds = ['private', 'business'] as const;

export type CustomerKind = (typeof customerKinds)[number];

/** What is sold, in ascending order: a change to a later one is an upgrade. */
export const products = ['offline-add-on', 'moderate', 'high'] as const;

export type Product = (typeof products)[number];

/** The add-on is sold once there is an offline mode that it extends (specification 1: it follows the launch). */
const isAddOnSold: boolean = false;

/** Months that are paid at once. */
export const periods = [1, 4] as const;

export type Period = (typeof periods)[number];

export const paymentMethods = ['card', 'invoice'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** Whom a customer counts among. A company abroad without a VAT number pays the tax of a consumer, and counts as one. */
export function findAudience(customer: {
  country: string;
  kind: CustomerKind;
  vatNumber: string | null;
}): SalesAudience {
  if (customer.country === 'CH') return 'ch';
  return customer.kind === 'business' && customer.vatNumber !== null ? 'eu-business' : 'eu-consumer';
}

/** Whether anything is sold to such a customer; a company's VAT number is taken as confirmed. */
export const isSoldTo = (audiences: readonly SalesAudience[], country: string, kind: CustomerKind): boolean =>
  audiences.includes(findAudience({ country, kind, vatNumber: '' }));

/** Consumers in the EU can withdraw from what they order (Directive 2011/83/EU, Art. 9); Swiss law knows no such right here. */
export const mayWithdraw = ({ country, kind }: { country: string; kind: CustomerKind }): boolean =>
  kind === 'private' && country !== 'CH';

/** The net price of a product for so many months, or none where it is not sold that way. */
export function findPrice(product: Product, months: number): Rappen | undefined {
  const { monthlyRappen, fourMonthRappen } =
    product === 'offline-add-on' ? { ...offlineAddOn, fourMonthRappen: null } : plans[product];
  if (months === 1) return monthlyRappen;
  return months === 4 ? (fourMonthRappen ?? undefined) : undefined;
}

export interface Offer {
  product: Product;
  months: number;
}

/** Whether anybody can have the offer at all: it has a price, and is not only planned. */
export const isSold = ({ product, months }: Offer): boolean =>
  findPrice(product, months) !== undefined && (product !== 'offline-add-on' || isAddOnSold);

/** Upgrades take effect at once, everything else at the end of the term. */
export function isUpgrade(from: Offer, to: Offer): boolean {
  const difference = products.indexOf(to.product) - products.indexOf(from.product);
  return difference > 0 || (difference === 0 && to.months > from.months);
}
