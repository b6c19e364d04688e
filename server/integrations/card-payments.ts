import type { Locale } from '../../shared/locales.ts';

/**
 * What the service asks of the provider that charges cards. Each call that changes something takes a key: with the same
 * key it happens once, however often it is asked, for a day. All amounts are in Rappen, all are francs.
 *
 * Every call throws `CardProviderUnreachable` when nothing is known of what it did, and `CardProviderRefused` when it
 * did nothing.
 */
export interface CardPayments {
  /** With an address, the provider's page need not ask for it. */
  createCustomer(wanted: { accountId: string; email?: string }, key: string): Promise<string>;
  /** Those with an address, each with the account that it was made for. */
  findCustomers(email: string): Promise<{ id: string; accountId?: string }[]>;
  /** False once somebody has deleted it, in the dashboard too. */
  hasCustomer(id: string): Promise<boolean>;
  /** Removes the customer with all cards. Safe to repeat. */
  removeCustomer(id: string): Promise<void>;
  /** Opens a page of the provider on which a card is entered: to pay with and be kept, or only to be kept. */
  openCheckout(wanted: WantedCheckout, key: string): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout>;
  /** Those of a customer on which somebody can still pay. */
  listOpenCheckouts(customer: string): Promise<Checkout[]>;
  /** Closes the page, unless somebody was faster; the answer says which. */
  expireCheckout(id: string): Promise<Checkout>;
  /** Charges a kept card while nobody is there. A declined card is an answer, not an error. */
  charge(wanted: WantedCharge, key: string): Promise<Charge>;
  getCharge(id: string): Promise<Charge>;
  /** All of a customer, the newest first. */
  listCharges(customer: string): Promise<Charge[]>;
  /** All that began in the last hours, by the provider's clock, whoever asked for them. */
  listRecentCharges(pastHours: number): Promise<Charge[]>;
  /** Takes back what was not paid yet. */
  cancelCharge(id: string): Promise<Charge>;
  /** The card that a setup ended with; undefined while it has not. */
  findSetupCard(setupId: string): Promise<string | undefined>;
  getCard(id: string): Promise<Card>;
  /** Forgets the card. Safe to repeat. */
  detachCard(id: string): Promise<void>;
  /** Gives back what was charged, or a part of it. */
  refund(wanted: { charge: string; amountRappen: number; refundId: string }, key: string): Promise<Refund>;
  getRefund(id: string): Promise<Refund>;
  /** All of a charge. */
  listRefunds(charge: string): Promise<Refund[]>;
  /** All that were made in the last hours, by the provider's clock, whoever made them. */
  listRecentRefunds(pastHours: number): Promise<Refund[]>;
  getDispute(id: string): Promise<Dispute>;
  /** All of a charge. */
  listDisputes(charge: string): Promise<Dispute[]>;
  listRecentDisputes(pastHours: number): Promise<Dispute[]>;
  /** What happened in the last hours, by the provider's clock, the newest first; it knows 30 days. */
  listEvents(pastHours: number): Promise<ProviderEvent[]>;
  /** The event of a webhook's body, byte for byte as it came; undefined when it is forged, or older than 5 minutes. */
  verifyEvent(body: Buffer, signature: string | undefined): Promise<ProviderEvent | undefined>;
}

interface WantedCheckout {
  customer: string;
  /** Comes back with everything that follows from it. */
  attemptId: string;
  /** Without it, the card is only kept. `debt`: as of a charge. */
  payment?: { amountRappen: number; product: string; debt: string };
  locale: Locale;
  successUrl: string;
  cancelUrl: string;
}

export interface Checkout {
  id: string;
  state: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  /** The page, while it is open. */
  url?: string;
  chargeId?: string;
  setupId?: string;
  attemptId?: string;
}

interface WantedCharge {
  customer: string;
  card: string;
  amountRappen: number;
  attemptId: string;
  /** What it pays, in words that a database restored from an older dump would use again; comes back with the charge. */
  debt: string;
  description: string;
}

export interface Charge {
  id: string;
  /** `open`: not paid, and may still be. */
  state: 'paid' | 'open' | 'declined' | 'cancelled';
  amountRappen: number;
  /** As on the wire: `chf`, unless something went wrong. */
  currency: string;
  customer?: string;
  card?: string;
  attemptId?: string;
  debt?: string;
  decline?: Decline;
  /** When it was paid, by the provider's clock. In a list, and of what is not paid, when it began. */
  paidAt: Date;
}

/** By the machine's clock, as the provider's: the service's may have been moved. */
export const msSincePaid = ({ paidAt }: Pick<Charge, 'paidAt'>): number => Math.max(0, Date.now() - paidAt.getTime());

/** Why a card was not charged, in the provider's codes (docs.stripe.com/declines/codes). */
export interface Decline {
  code: string;
  declineCode?: string;
  advice?: string;
}

interface Card {
  id: string;
  brand: string;
  last4: string;
  expiresMonth: number;
  expiresYear: number;
  /** Whose it is; nobody's once it is detached. */
  customer?: string;
}

export interface Refund {
  id: string;
  state: 'done' | 'pending' | 'failed';
  amountRappen: number;
  charge?: string;
  /** Ours, as it was given. */
  refundId?: string;
}

export interface Dispute {
  id: string;
  charge?: string;
  /** The money is gone, or about to be; `won`: it came back; `inquiry`: nobody has taken it yet. */
  state: 'open' | 'won' | 'lost' | 'inquiry';
  amountRappen: number;
}

export interface ProviderEvent {
  id: string;
  type: string;
  /** The kind and id of what it happened to; what it says of its state may be old. */
  subject: { kind: string; id: string };
}

/** The provider did not answer, or not as agreed; whether it did what was asked is not known. */
export class CardProviderUnreachable extends Error {
  override name = 'CardProviderUnreachable';
}

/** The provider refused the call itself; it did nothing. `code` is the provider's. */
export class CardProviderRefused extends Error {
  override name = 'CardProviderRefused';
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`Refused: ${code}.`, options);
    this.code = code;
  }
}

/** It was deleted there, or never existed: to ask again is of no use. */
export const isGone = (error: unknown): boolean =>
  error instanceof CardProviderRefused && error.code === 'resource_missing';
