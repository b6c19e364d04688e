/** The operator as it stood on an invoice. */
export interface Seller {
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  town: string;
  country: string;
  email: string;
  /** Null before a registration for VAT. */
  vatNumber: string | null;
  holder: string;
  iban: string;
  bic: string;
}
