import type { Rappen } from '../../../shared/business/plans.ts';
import type { Day } from '../../../shared/days.ts';
import { paths } from '../../../shared/paths.ts';

/** What is sold, or Free. */
interface Plan {
  product: 'free' | 'offline-add-on' | 'moderate' | 'high';
  months: number;
}

/** Everything that a mail about billing may be told, by the name of its place in the sentences. */
export interface MailFacts {
  plan: Plan;
  oldPlan: Plan;
  /** The account goes on with Free. */
  freePlan: boolean;
  /** What is paid, owed or charged. */
  total: Rappen;
  /** What the next term costs. */
  renewal: Rappen;
  /** What is left to pay. */
  rest: Rappen;
  refund: Rappen;
  /** Paid for what is credited, and used for what is owed besides. */
  settled: Rappen;
  credit: Rappen;
  /** Of an invoice or credit note. */
  number: string;
  /** Of the invoice that a credit note is for. */
  corrects: string;
  /** Of a transfer; the account is that of the operator. */
  reference: string;
  fromOn: Day;
  /** The last day that is served. */
  lastOn: Day;
  renewsOn: Day;
  changesOn: Day;
  dueOn: Day;
  chargeOn: Day;
  retryOn: Day;
  receivedOn: Day;
  lapsesOn: Day;
  suspendsOn: Day;
  /** The last day on which a payment prevents the suspension. */
  payBy: Day;
  endsOn: Day;
  endedOn: Day;
  /** On which the account is closed together with the subscription. */
  closesOn: Day;
  closedOn: Day;
  noticeBy: Day;
  cancelBy: Day;
  withdrawBy: Day;
  /** The name of the attached invoice. */
  document: string;
  /** Until when a sum that is known is refunded. */
  refundBy: Day;
  /** Until when one is refunded that is not known yet. */
  refundUntil: Day;
  expiresOn: Day;
  checkedOn: Day;
  receivedAt: Date;
  /** What somebody without a sign-in said. */
  name: string;
  contract: string;
  /** Of what was sent in without a sign-in. */
  noticeNumber: string;
  /** Brand and last digits. */
  card: string;
  vatNumber: string;
}

/** For previews and tests: one that is all that can be known. */
export const sampleFacts: MailFacts = {
  plan: { product: 'moderate', months: 4 },
  oldPlan: { product: 'offline-add-on', months: 1 },
  freePlan: true,
  total: 17_610,
  renewal: 70_210,
  rest: 1050,
  refund: 495,
  settled: 1200,
  credit: 1205,
  number: '2026-000123',
  corrects: '2026-000122',
  reference: 'RF46 2026 0001 23',
  fromOn: '2026-12-09',
  lastOn: '2027-04-08',
  renewsOn: '2027-04-09',
  changesOn: '2027-04-09',
  dueOn: '2026-12-05',
  chargeOn: '2026-12-09',
  retryOn: '2026-12-12',
  receivedOn: '2026-12-01',
  lapsesOn: '2026-12-25',
  suspendsOn: '2026-12-17',
  payBy: '2026-12-16',
  endsOn: '2027-01-08',
  endedOn: '2027-01-08',
  closesOn: '2027-04-09',
  closedOn: '2027-01-08',
  noticeBy: '2026-12-07',
  cancelBy: '2026-12-07',
  withdrawBy: '2026-12-08',
  document: 'writing-ant-2026-000123.pdf',
  refundBy: '2026-12-10',
  refundUntil: '2026-12-11',
  expiresOn: '2026-11-30',
  checkedOn: '2026-11-24',
  receivedAt: new Date('2026-11-25T13:30:05Z'),
  name: 'Åsa Muster',
  contract: 'Moderate',
  noticeNumber: '3F2A91BC',
  card: 'Visa •••• 4242',
  vatNumber: 'IT00743110157',
};

type FactName = keyof MailFacts;

interface MailKind {
  /** Where its button leads. */
  path: string;
  needs: readonly FactName[];
  /** Without one of these, the sentences that name it are left out. */
  mayKnow?: readonly FactName[];
  /** Brings the texts of the contract, so that they cannot change any more (Directive 2011/83/EU, Art. 8(7)). */
  bringsTexts?: true;
}

const plan = paths.accountPlan;

/** The mails about billing (billing.md, sections 3 and 11). */
export const mailKinds = {
  'order-confirmed': {
    path: plan,
    needs: ['plan', 'total', 'number', 'fromOn', 'lastOn', 'renewsOn', 'renewal'],
    mayKnow: ['withdrawBy', 'document'],
    bringsTexts: true,
  },
  'order-received': {
    path: plan,
    needs: ['plan', 'total', 'dueOn', 'reference', 'number', 'lapsesOn'],
    mayKnow: ['withdrawBy', 'document'],
    bringsTexts: true,
  },
  'payment-received': {
    path: plan,
    needs: ['total', 'number', 'receivedOn'],
    mayKnow: ['plan', 'fromOn', 'lastOn', 'rest'],
  },
  'order-lapsed': { path: paths.pricing, needs: ['plan', 'number'] },
  'invoice-issued': {
    path: plan,
    needs: ['plan', 'total', 'number', 'fromOn', 'lastOn'],
    mayKnow: ['dueOn', 'reference', 'chargeOn', 'noticeBy', 'document'],
  },
  'upgrade-invoiced': {
    path: plan,
    needs: ['oldPlan', 'plan', 'total', 'number', 'dueOn', 'reference'],
    mayKnow: ['document'],
  },
  'renewal-reminder': { path: plan, needs: ['plan', 'lastOn', 'renewsOn', 'total', 'cancelBy'] },
  renewed: { path: plan, needs: ['total', 'number', 'plan', 'lastOn'], mayKnow: ['renewsOn', 'renewal'] },
  'payment-overdue': {
    path: plan,
    needs: ['total', 'number', 'dueOn', 'payBy', 'suspendsOn'],
    mayKnow: ['reference'],
  },
  'payment-failed': { path: plan, needs: ['total', 'number', 'payBy', 'suspendsOn'], mayKnow: ['retryOn'] },
  'confirm-payment': { path: plan, needs: ['total', 'number', 'payBy', 'suspendsOn'] },
  restored: { path: plan, needs: ['plan', 'lastOn'] },
  suspended: { path: plan, needs: ['plan', 'total', 'number', 'endsOn'] },
  ended: {
    path: plan,
    needs: ['plan', 'endedOn'],
    mayKnow: ['number', 'credit', 'rest', 'reference', 'freePlan', 'closedOn'],
  },
  'plan-changed': {
    path: plan,
    needs: ['oldPlan', 'plan', 'fromOn', 'lastOn', 'total', 'number', 'renewsOn', 'renewal'],
    mayKnow: ['withdrawBy'],
  },
  'change-planned': { path: plan, needs: ['oldPlan', 'lastOn', 'changesOn', 'plan'], mayKnow: ['total'] },
  cancelled: {
    path: plan,
    needs: ['plan', 'receivedAt', 'lastOn'],
    mayKnow: ['noticeBy', 'freePlan', 'closesOn'],
  },
  resumed: { path: plan, needs: ['plan', 'renewsOn', 'renewal'] },
  'withdrawal-received': {
    path: paths.withdrawal,
    needs: ['receivedAt'],
    mayKnow: ['name', 'contract', 'noticeNumber', 'plan', 'refund', 'refundBy', 'refundUntil'],
  },
  'cancellation-received': { path: paths.cancellation, needs: ['receivedAt', 'name', 'contract', 'noticeNumber'] },
  // To addresses of which nobody knows whose they are: nothing in it is a stranger's.
  'withdrawal-noted': { path: paths.withdrawal, needs: ['receivedAt', 'noticeNumber'] },
  'cancellation-noted': { path: paths.cancellation, needs: ['receivedAt', 'noticeNumber'] },
  // No further ones are confirmed by mail that day.
  'notices-paused': { path: paths.withdrawal, needs: ['receivedAt', 'noticeNumber'] },
  'refund-sent': { path: plan, needs: ['total'], mayKnow: ['number'] },
  'credit-note': { path: plan, needs: ['number', 'corrects', 'total'], mayKnow: ['settled', 'refund'] },
  'card-expiring': { path: plan, needs: ['card', 'expiresOn', 'total', 'chargeOn'] },
  'vat-confirmed': { path: paths.pricing, needs: ['vatNumber'] },
  'vat-unconfirmed': { path: plan, needs: ['vatNumber'] },
  'vat-lapsed': { path: plan, needs: ['vatNumber', 'checkedOn'], mayKnow: ['renewsOn'] },
} as const satisfies Record<string, MailKind>;

export type BillingMailKind = keyof typeof mailKinds;

type Needed<Kind extends BillingMailKind> = (typeof mailKinds)[Kind]['needs'][number];
type Optional<Kind extends BillingMailKind> = (typeof mailKinds)[Kind] extends { mayKnow: readonly (infer Name)[] }
  ? Extract<Name, FactName>
  : never;

/** What a mail of this kind is told. */
export type FactsOf<Kind extends BillingMailKind> = Pick<MailFacts, Needed<Kind>> & {
  [Name in Optional<Kind>]?: MailFacts[Name] | null;
};
