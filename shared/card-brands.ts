/** The provider's names of card brands (docs.stripe.com/api/payment_methods/object, `card.brand`), as they are written. */
export const cardBrands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card's brand as people write it, also one that the provider has added since. */
export const nameOfBrand = (brand: string): string =>
  cardBrands[brand] ?? brand.slice(0, 1).toUpperCase() + brand.slice(1);
