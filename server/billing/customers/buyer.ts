import type { CustomerRequest } from '../../../shared/api/customer.ts';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';
import type { Customer } from './customers.tables.ts';

/** The customer as it stands on an invoice. */
export interface Buyer {
  kind: 'private' | 'business';
  fullName: string;
  company: string | null;
  email: string;
  street: string;
  houseNumber: string | null;
  postalCode: string;
  town: string;
  country: string;
  vatNumber: string | null;
}

/** Billing data of a customer that is not erased. */
export interface KnownCustomer extends Buyer {
  locale: CustomerRequest['locale'];
  country: EligibleCountry;
  vatState: Customer['vat_state'];
}
