import type { FastifyBaseLogger } from 'fastify';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Config } from '../../config/config.ts';
import type { AccountPart } from '../../contract/account-part.ts';
import type { Database } from '../../database/database.ts';
import type { Queries } from '../../database/schema.ts';
import { type Delivery, type MailServer, standardPatience } from '../../integrations/mail-server.ts';
import { isConfirmedAddress, noteAddress } from './account-addresses.queries.ts';
import { hashAddress } from './mailbox-name.ts';
import {
  type AttemptEnd,
  type ClaimedMail,
  claimDue,
  claimProbe,
  endAttempt,
  giveUpAttempts,
  insertSuppression,
  isSuppressed,
} from './mails.queries.ts';
import { addressMailKind, heldOutcome, type Mail } from './mails.tables.ts';
import { fillFiles } from './stored-files.ts';

/** No attempt lasts that long: its process has ended. */
const interruptedAfterMs = standardPatience.wholeMs + 2 * minuteMs;

/**
 * At the same time, so that one slow server does not hold up all mails. One begins with the newest: whoever waits for a code does not
 * wait for a notice to everybody.
 */
const lanes = ['oldest', 'oldest', 'oldest', 'newest'] as const;

export interface DeliveryContext {
  config: Config;
  database: Database;
  server: MailServer;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** The address to which a mail with this id returns when it cannot be delivered. */
  returnAddress: (id: string) => string;
  /** Those that keep files which mails bring. */
  accountParts?: readonly AccountPart[];
}

/** When a mail is tried again after it was put off at `now`; undefined once it has been tried for long enough. */
function findNextAttempt(
  now: Date,
  { deferrals, give_up_at }: Pick<Mail, 'deferrals' | 'give_up_at'>,
): Date | undefined {
  if (now >= give_up_at) return undefined;
  const minutes = mailDelivery.firstDelayMinutes * mailDelivery.delayFactor ** deferrals;
  return new Date(Math.min(now.getTime() + minutes * minuteMs, give_up_at.getTime()));
}

/** Sends whatever is due. While no mail gets through, the others keep their place. */
export async function deliverDue(context: DeliveryContext): Promise<void> {
  const { database, clock, log } = context;
  const now = clock();
  for (const { id, state } of await giveUpAttempts(database.kysely, new Date(now.getTime() - interruptedAfterMs), now))
    log.warn({ mail: id, state }, 'an attempt to send a mail was interrupted');
  let isServerDown = false;
  const workThrough = async (which: (typeof lanes)[number]) => {
    while (!isServerDown) {
      const mail = await claimDue(database.kysely, clock(), which);
      if (!mail) return;
      if (await sendClaimed(context, mail)) isServerDown = true;
    }
  };
  await Promise.all(lanes.map(workThrough));
}

/** To an address that somebody typed in an account goes one mail, and nothing else before it is confirmed. */
const mayGo = async (queries: Queries, { account_id, kind, recipient }: ClaimedMail): Promise<boolean> =>
  account_id === null ||
  kind === addressMailKind ||
  isConfirmedAddress(queries, { accountId: account_id, email: recipient });

/** Given up, and not to be tried again by this mail. */
const isClosed = async (queries: Queries, addressSha256: string, { mailId, now }: { mailId: string; now: Date }) =>
  (await isSuppressed(queries, addressSha256, now)) && !(await claimProbe(queries, { addressSha256, mailId, now }));

/** Returns true when no mail gets through at the moment. */
async function sendClaimed(
  { config, database, server, clock, log, returnAddress, accountParts = [] }: DeliveryContext,
  mail: ClaimedMail,
): Promise<boolean> {
  const { id, kind, recipient, message, attempts } = mail;
  const address_sha256 = hashAddress(recipient, mail.account_id);
  const note = async (end: AttemptEnd, queries: Queries = database.kysely) => {
    const isNoted = await endAttempt(queries, mail, end);
    const isWell = end.state === 'sent' || end.outcome === heldOutcome;
    log[isWell ? 'info' : 'warn'](
      { mail: id, kind, attempt: attempts, state: end.state, outcome: end.outcome, isNoted },
      'mail',
    );
  };
  if (!(await mayGo(database.kysely, mail))) {
    const end = { ...settled('suppressed', null), outcome: heldOutcome };
    await database.kysely.transaction().execute(async (trx) => {
      await note(end, trx);
      await noteAddress(trx, { accountId: mail.account_id!, email: recipient, locale: mail.locale }, clock());
    });
    return false;
  }
  if (kind !== addressMailKind && (await isClosed(database.kysely, address_sha256, { mailId: id, now: clock() }))) {
    await note({ ...settled('suppressed', clock()), outcome: 'address does not exist' });
    return false;
  }
  const owner = { config, parts: accountParts, accountId: mail.account_id };
  const filled = await fillFiles(database.kysely, message, owner, clock());
  if (filled === null) {
    await note(describeEnd(mail, { result: 'put-off', outcome: 'file not made yet' }, clock()));
    return false;
  }
  if (filled.length > mailDelivery.maxBytes) {
    await note(describeEnd(mail, { result: 'refused', outcome: 'too long' }, clock()));
    return false;
  }
  const delivery = await server.deliver({ id, from: returnAddress(id), to: recipient, message: filled });
  await note(describeEnd(mail, delivery, clock()));
  if (delivery.isDeadAddress)
    await insertSuppression(database.kysely, { address_sha256, outcome: delivery.outcome, suppressed_at: clock() });
  return delivery.isServerDown ?? false;
}

function describeEnd(mail: Mail, { result, outcome }: Delivery, now: Date): AttemptEnd {
  if (result === 'taken') return { ...settled('sent', now), outcome };
  if (result === 'refused') return { ...settled('bounced', now), outcome };
  if (result === 'unknown' && mail.when_unknown === 'ask') return { ...settled('unknown', now), outcome };
  const due_at = findNextAttempt(now, mail);
  if (due_at) return { state: 'deferred', due_at, settled_at: null, deferrals: mail.deferrals + 1, outcome };
  return { ...settled(result === 'unknown' ? 'unknown' : 'bounced', now), outcome };
}

const settled = <State extends AttemptEnd['state'], At extends Date | null>(state: State, settled_at: At) => ({
  state,
  settled_at,
  due_at: null,
  deferrals: 0,
});
