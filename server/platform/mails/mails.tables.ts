import type { ColumnType, Selectable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, endsWithAccount, outlivesAccount, person, pseudonym } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';
import type { ReturnedForm } from '../../integrations/returned-mail.ts';

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
  /** As it is sent, byte by byte (RFC 5322), in ASCII, but for files that are kept elsewhere (stored-files.ts). Goes together with `recipient`. */
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
  /** When somebody sent a letter by post in its place. */
  letter_sent_at: Date | null;
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
  /** When one mail was let through to see whether the address exists again: without an answer, it does. */
  probed_at: ColumnType<Date | null, Date | null | undefined>;
  probed_by: ColumnType<string | null, string | null | undefined>;
}

/** A message to a return address that a person has to look at: its headers; its words are in the mailbox alone. */
export interface ReturnedMailRow {
  id: string;
  /** Of the mailbox and of the message there. */
  mailbox_key: string;
  /** The mail whose mark it knows; null where it knows none. */
  mail_id: string | null;
  account_id: string | null;
  form: ReturnedForm | 'foreign';
  sender: string;
  subject: string;
  arrived_at: Date;
  decided_at: Date | null;
  decision: 'not-delivered' | 'nothing' | null;
}

export interface MailsTables {
  mails: MailRow;
  returned_mails: ReturnedMailRow;
  mail_suppressions: MailSuppressionRow;
  account_addresses: AccountAddressRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends MailsTables {}
}

export const mailsTables = {
  mails: {
    rows: 'changeable',
    kept: {
      id: pseudonym('account-stubs', { none: 'Names the mail to those who send it, and nothing else.' }),
      dedupe_key: pseudonym('account-stubs', comparison),
      kind: person('account-stubs', 'mails'),
      account_id: pseudonym('account-stubs', comparison),
      locale: person('account-stubs', 'mails'),
      recipient: person('mails', 'mails'),
      message: person('mails', 'mails'),
      state: person('account-stubs', 'mails'),
      when_unknown: 'impersonal',
      attempts: person('account-stubs', 'mails'),
      deferrals: person('account-stubs', 'mails'),
      enqueued_at: person('account-stubs', 'mails'),
      give_up_at: person('account-stubs', 'mails'),
      due_at: person('account-stubs', 'mails'),
      attempted_at: person('account-stubs', 'mails'),
      settled_at: person('account-stubs', 'mails'),
      letter_sent_at: person('account-stubs', 'mails'),
      outcome: person('account-stubs', 'mails'),
    },
    terms: [
      {
        rule: 'mails',
        id: 'id',
        start: 'enqueued_at',
        period: `${retention.mailDays} days`,
        empties: ['recipient', 'message'],
      },
      {
        rule: 'mails-of-nobody',
        id: 'id',
        start: 'case when account_id is null then enqueued_at end',
        period: `${retention.mailDays} days`,
      },
      endsWithAccount('id', 'account_id', ['recipient', 'message']),
      outlivesAccount('id', 'account_id'),
    ],
  },
  mail_suppressions: {
    rows: 'changeable',
    kept: {
      address_sha256: pseudonym('mail-suppressions', comparison),
      outcome: 'impersonal',
      suppressed_at: 'impersonal',
      probed_at: 'impersonal',
      probed_by: pseudonym('mail-suppressions', comparison),
    },
    terms: [
      {
        rule: 'mail-suppressions',
        id: 'address_sha256',
        start: 'suppressed_at',
        period: `${retention.mailSuppressionMonths} months`,
      },
    ],
  },
  returned_mails: {
    rows: 'changeable',
    kept: {
      id: pseudonym('returned-mails', comparison),
      mailbox_key: pseudonym('returned-mails', comparison),
      mail_id: pseudonym('returned-mails', comparison),
      account_id: pseudonym('returned-mails', comparison),
      form: person('returned-mails', 'mails'),
      sender: person('returned-mails', 'mails'),
      subject: person('returned-mails', 'mails'),
      arrived_at: person('returned-mails', 'mails'),
      decided_at: person('returned-mails', 'mails'),
      decision: person('returned-mails', 'mails'),
    },
    terms: [
      { rule: 'returned-mails', id: 'id', start: 'arrived_at', period: `${retention.mailDays} days` },
      endsWithAccount('id', 'account_id'),
    ],
  },
  account_addresses: {
    rows: 'changeable',
    kept: {
      id: pseudonym('ended-accounts', comparison),
      account_id: pseudonym('ended-accounts', comparison),
      address: person('ended-accounts', 'account'),
      locale: person('ended-accounts', 'account'),
      noted_at: person('ended-accounts', 'account'),
      checked_at: person('ended-accounts', 'account'),
      asked_at: person('ended-accounts', 'account'),
      asked_times: person('ended-accounts', 'account'),
      confirmed_at: person('ended-accounts', 'account'),
      confirmed_by: person('ended-accounts', 'account'),
    },
    terms: [endsWithAccount('id', 'account_id')],
  },
} as const satisfies TableRules<MailsTables>;

export type Mail = Selectable<MailRow>;
export type ReturnedMail = Selectable<ReturnedMailRow>;
export type AccountAddress = Selectable<AccountAddressRow>;
