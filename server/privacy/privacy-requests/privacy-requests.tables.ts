import type { Selectable } from 'kysely';
import type { PrivacyRequestKind } from '../../../shared/api/privacy-requests.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, endsWithAccount, person, pseudonym } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';

/** By which way it came. `representative` is either of them, `portal` the one that the Privacy Policy names. */
export const requestChannels = ['account', 'email', 'representative', 'portal', 'post'] as const;

/** What one person asked of their data. */
interface PrivacyRequestRow {
  id: string;
  kind: PrivacyRequestKind;
  channel: (typeof requestChannels)[number];
  account_id: string | null;
  /** Of somebody without an account; who has one is written to at the address on file. */
  email: string | null;
  locale: Locale;
  received_at: Date;
  /** Answered before then. */
  due_at: Date;
  /** When the operator was last told that it waits. */
  reminded_at: Date | null;
  /** `asked`: a code was mailed to the address on file. `failed`: wrong codes only. */
  identity: 'unproven' | 'asked' | 'proven' | 'failed';
  /** Of the code that proves who one is; later of the one that opens the answer. */
  code_sha256: string | null;
  code_until: Date | null;
  /** Wrong ones since it was mailed. */
  code_tries: number;
  state: 'open' | 'answered' | 'refused';
  /** The operator's words, until the link to them has expired. */
  answer: string | null;
  link_sha256: string | null;
  answer_until: Date | null;
  /** What became of it, in a few words without names. */
  outcome: string | null;
  ended_at: Date | null;
}

/** An incident that an authority has to be told of within 72 hours (GDPR Art. 33, FADP Art. 24). */
interface BreachRow {
  id: string;
  /** In a few words, without names. */
  what: string;
  known_at: Date;
  due_at: Date;
  reminded_at: Date | null;
  /** When the authority was told. */
  reported_at: Date | null;
  /** How many people were told. */
  notified: number | null;
}

export interface PrivacyRequestsTables {
  privacy_requests: PrivacyRequestRow;
  breaches: BreachRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends PrivacyRequestsTables {}
}

export const privacyRequestsTables = {
  privacy_requests: {
    rows: 'changeable',
    kept: {
      id: pseudonym('privacy-requests', 'requests'),
      kind: person('privacy-requests', 'requests'),
      channel: person('privacy-requests', 'requests'),
      account_id: pseudonym('privacy-requests', comparison),
      email: person('privacy-requests', { none: 'Only of people without an account.' }),
      locale: 'impersonal',
      received_at: person('privacy-requests', 'requests'),
      due_at: person('privacy-requests', 'requests'),
      reminded_at: 'impersonal',
      identity: person('privacy-requests', 'requests'),
      code_sha256: pseudonym('privacy-answers', comparison),
      code_until: 'impersonal',
      code_tries: 'impersonal',
      state: person('privacy-requests', 'requests'),
      answer: person('privacy-answers', 'requests'),
      link_sha256: pseudonym('privacy-answers', comparison),
      answer_until: 'impersonal',
      outcome: person('privacy-requests', 'requests'),
      ended_at: person('privacy-requests', 'requests'),
    },
    terms: [
      {
        rule: 'privacy-requests',
        id: 'id',
        start: 'ended_at',
        period: `${retention.privacyRequestYears} years`,
      },
      {
        rule: 'privacy-answers',
        id: 'id',
        start: 'answer_until',
        period: '2 hours',
        empties: ['answer', 'link_sha256', 'code_sha256'],
      },
      endsWithAccount('id', 'account_id', [
        'answer',
        'link_sha256',
        'answer_until',
        'code_sha256',
        'code_until',
        'email',
      ]),
    ],
  },
  breaches: {
    rows: 'changeable',
    kept: {
      id: 'impersonal',
      what: 'impersonal',
      known_at: 'impersonal',
      due_at: 'impersonal',
      reminded_at: 'impersonal',
      reported_at: 'impersonal',
      notified: 'impersonal',
    },
  },
} as const satisfies TableRules<PrivacyRequestsTables>;

export type PrivacyRequest = Selectable<PrivacyRequestRow>;
export type Breach = Selectable<BreachRow>;
