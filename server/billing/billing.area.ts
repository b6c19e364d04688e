import type { Area } from '../contract/feature.ts';
import { bankFeature } from './bank/bank.feature.ts';
import { booksFeature } from './books/books.feature.ts';
import { cardsFeature } from './cards/cards.feature.ts';
import { chargedContracts } from './contracts/charged-contracts.ts';
import { contractsFeature } from './contracts/contracts.feature.ts';
import { customersFeature } from './customers/customers.feature.ts';
import { invoicesFeature } from './invoices/invoices.feature.ts';
import { noticesFeature } from './notices/notices.feature.ts';
import { paymentsFeature } from './payments/payments.feature.ts';
import { textsFeature } from './texts/texts.feature.ts';

/** What is bought, and how it is paid. */
export const billingArea: Area = {
  16: customersFeature,
  17: invoicesFeature,
  18: paymentsFeature,
  19: contractsFeature,
  20: noticesFeature,
  23: cardsFeature(chargedContracts),
  32: textsFeature,
  33: bankFeature,
  34: booksFeature,
};
