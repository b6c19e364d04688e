import type { Product } from '../../../shared/business/sales.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { Act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import type { CardPayments } from '../../integrations/card-payments.ts';
import type { Settlement } from '../payments/payments.ts';

/** Money that a card was charged. */
interface CardPayment {
  providerRef: string;
  amountRappen: number;
  receivedOn: string;
}

/** An invoice that a card has to pay. */
export interface DueInvoice {
  invoiceId: string;
  accountId: string;
  openRappen: number;
  dueOn: string;
}

/** How much of a charge a bank took back from an invoice. */
export interface TakenBack {
  invoiceId: string;
  providerRef: string;
  amountRappen: number;
}

type Of<Subject> = (act: Act, subject: Subject) => Promise<void>;
type Paid<Debt> = (act: Act, paid: CardPayment & Debt) => Promise<Settlement>;

/** What cards ask contracts, and tell them. They stand above cards, which know nothing else of them. */
export interface ChargedContracts {
  /** What is owed by cards by `today`, of what is still to be charged. */
  findDueInvoices(queries: Queries, today: string): Promise<DueInvoice[]>;
  /** What was ordered, and in which language. */
  getOrdered(queries: Queries, orderId: string): Promise<{ locale: Locale; product: Product; months: number }>;
  settleOrder: Paid<{ orderId: string }>;
  settleInvoice: Paid<{ invoiceId: string }>;
  /** A bank took back what an invoice was paid with, and gives it back. */
  noteChargeback: Of<TakenBack>;
  noteReturn: Of<TakenBack>;
  /** Somebody gave back a part of a charge at the provider itself: what it paid is credited as far. Safe to repeat. */
  noteRefund: Of<{ charge: string; amountRappen: number; providerRef: string }>;
  /** A card that is known now is charged from now on, also where it was paid by transfer before. */
  payByCard: Of<{ accountId: string; source: string }>;
}

/** What works on cards: everything a feature is given, and what contracts do about them. */
export interface CardContext extends FeatureDependencies {
  contracts: ChargedContracts;
}

/** The same for what works on attempts, with the provider. */
export interface CardDependencies extends CardContext {
  provider: CardPayments;
}
