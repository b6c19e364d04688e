/** One side of an invoice, with the structured address that banks ask for. */
export interface Party {
  name: string;
  street: string;
  houseNumber: string | null;
  postalCode: string;
  town: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatNumber: string | null;
}

/** The operator as it stood on an invoice; without a VAT number before a registration. */
export interface Seller extends Party {
  houseNumber: string;
  email: string;
  holder: string;
  iban: string;
  bic: string;
}
