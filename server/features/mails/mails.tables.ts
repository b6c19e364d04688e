import type { Selectable } from 'kysely';
import type { Locale } from '../../../shared/locales.ts';
import type { TableRules } from '../../database/tables.ts';

/**
 * `sending`: handed to a mail server, whose answer is awaited. `deferred`: put off by the other side, tried again later.
 * `bounced`: refused for good, or put off for too long. `unknown`: it may have been taken, or not. `suppressed`: not sent,
 * because its address is known not to exist.
 */
export const mailStates = ['queued', 'sending', 'sent', 'deferred', 'bounced', 'unknown', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** One mail to one person. */
interface MailRow {
  /** Also its Message-ID. */
  id: string;
  /** What it is about: enqueued twice, it is sent once. */
  dedupe_key: string;
  kind: string;
  /** Null for somebody without an account. */
  account_id: string | null;
  locale: Locale;
  recipient: string | null;
  /** As it is sent, byte by byte (RFC 5322), in ASCII. Goes together with `recipient`. */
  message: string | null;
  state: MailState;
  /** Whether two are better than none: then a mail of unknown fate is sent again without asking the operator. */
  when_unknown: 'ask' | 'send-again';
  attempts: number;
  /** Attempts in a row that were put off. */
  deferrals: number;
  enqueued_at: Date;
  give_up_at: Date;
  /** Null unless it waits. */
  due_at: Date | null;
  attempted_at: Date | null;
  settled_at: Date | null;
  /** How the last attempt ended: a code of SMTP or of the network, never what a server said, which may hold the address. */
  outcome: string | null;
}

/** An address to which an account sends nothing any more. */
interface MailSuppressionRow {
  /** Of both together: what one account learns of an address silences no other's mails. */
  address_sha256: string;
  outcome: string;
  suppressed_at: Date;
}

export interface MailsTables {
  mails: MailRow;
  mail_suppressions: MailSuppressionRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends MailsTables {}
}

export const mailsTables = {
  mails: 'changeable',
  mail_suppressions: 'changeable',
} as const satisfies TableRules<MailsTables>;

export type Mail = Selectable<MailRow>;
