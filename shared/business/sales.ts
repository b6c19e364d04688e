/** To whom the operator sells (`SALES_OPEN`); none until everything that the law asks of each is in place. */
export const salesAudiences = ['ch', 'eu-business', 'eu-consumer'] as const;

export type SalesAudience = (typeof salesAudiences)[number];

export const customerKinds = ['private', 'business'] as const;

export type CustomerKind = (typeof customerKinds)[number];

/** What is sold, in ascending order: a change to a later one is an upgrade. */
export const products = ['offline-add-on', 'moderate', 'high'] as const;

export type Product = (typeof products)[number];

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
