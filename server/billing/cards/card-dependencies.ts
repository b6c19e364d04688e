import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import type { CardPayments } from '../../integrations/card-payments.ts';
import type { MailDependencies } from '../../platform/mails/mails.ts';
import type { Settlement } from '../payments/payments.ts';

/** Money that a card was charged. */
interface CardPayment {
  providerRef: string;
  amountRappen: number;
  receivedOn: string;
}

type Of<Subject> = (trx: OpenTransaction, deps: MailDependencies, subject: Subject) => Promise<void>;
type Paid<Debt> = (trx: OpenTransaction, deps: MailDependencies, paid: CardPayment & Debt) => Promise<Settlement>;

/** What contracts do about what the provider says. They stand above cards, which know nothing else of them. */
export interface ChargedContracts {
  settleOrder: Paid<{ orderId: string }>;
  settleInvoice: Paid<{ invoiceId: string }>;
  /** A bank took back what an invoice was paid with, and gives it back. */
  noteChargeback: Of<{ invoiceId: string; providerRef: string }>;
  noteReturn: Of<{ invoiceId: string; providerRef: string }>;
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
