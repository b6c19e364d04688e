import type { ColumnType, Selectable } from 'kysely';
import type { Locale } from '../../../shared/locales.ts';
import type { TableRules } from '../../database/tables.ts';

/**
 * `sending`: handed to a mail server, whose answer is awaited. `deferred`: put off by the other side, tried again later.
 * `bounced`: refused for good, or put off for too long. `unknown`: it may have been taken, or not. `suppressed`: not sent,
 * because its address is known not to exist, or not known to be the holder's (`heldOutcome`).
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

/** Why a mail is held: nobody has said that the address is the holder's. */
export const heldOutcome = 'address not confirmed';

/** The mail that asks for that, and so the only one that goes to such an address. */
export const addressMailKind = 'address-confirm';

/** An address to which mails of an account are to go, in our spelling. */
interface AccountAddressRow {
  id: string;
  account_id: string;
  address: string;
  /** In which it is asked. */
  locale: Locale;
  noted_at: Date;
  /** When the login provider was asked about it; null while that is to be done. */
  checked_at: ColumnType<Date | null, Date | null | undefined>;
  /** When the newest mail was sent that asks for its confirmation. */
  asked_at: ColumnType<Date | null, Date | null | undefined>;
  asked_times: ColumnType<number, number | undefined>;
  confirmed_at: ColumnType<Date | null, Date | null | undefined>;
  /** The login provider has verified it, or the link in our mail was used. */
  confirmed_by: ColumnType<'provider' | 'link' | null, 'provider' | 'link' | null | undefined>;
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
  account_addresses: AccountAddressRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends MailsTables {}
}

export const mailsTables = {
  mails: 'changeable',
  mail_suppressions: 'changeable',
  account_addresses: 'changeable',
} as const satisfies TableRules<MailsTables>;

export type Mail = Selectable<MailRow>;
export type AccountAddress = Selectable<AccountAddressRow>;
