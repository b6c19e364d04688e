import { mailDelivery } from '../../../shared/business/mail.ts';
import { hourMs } from '../../../shared/durations.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, readOptions, requireChoice, type TransactionCommand } from '../../contract/command.ts';
import { liftSuppression, noteGivenUp } from './bounces.ts';
import { findMails, findOwedLetters, lockMail, noteLetter, queueAgain } from './mails.queries.ts';
import { type Mail, type MailState, mailStates } from './mails.tables.ts';
import { decideReturned, findWaitingReturned, type WaitingReturned } from './returned-mails.queries.ts';

const mostListed = 100;

/** Nobody knows that these arrived, or they have not. */
const troubled: readonly MailState[] = ['unknown', 'bounced', 'suppressed', 'deferred'];

/** Ids, kinds and times; neither addresses nor words, which `account show` has. */
export const mailList: TransactionCommand = {
  kind: 'transaction',
  name: 'mail list',
  usage: '[--state <state>] [--account <account id>]',
  summary: 'Lists mails that have not arrived for certain, or those of a state or an account',
  async run({ trx }, args) {
    const { values, positionals } = readOptions(args, { state: { type: 'string' }, account: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('mail list takes only --state and --account.');
    const states = chooseStates(values.state, values.account);
    const found = await findMails(trx, { states, accountId: values.account, limit: mostListed + 1 });
    const shown = found.slice(0, mostListed);
    return {
      lines: [
        ...shown.map(describeMail),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}, which are the newest.`] : []),
        ...(found.length ? [] : ['No such mails.']),
      ],
      outcome: `listed: ${shown.length}`,
      // Anything may have been typed; what has mails is an account's id.
      subject: found.length ? (values.account ?? null) : null,
    };
  },
};

/** Whoever cannot be reached by mail gets a letter, or is called. */
export const mailLetters: TransactionCommand = {
  kind: 'transaction',
  name: 'mail letters',
  usage: '[--sent <mail id>…]',
  summary: 'Lists accounts that legal mails did not reach, which are owed a letter; --sent: it was sent',
  async run({ trx, now }, args) {
    const { values, positionals: ids } = readOptions(args, { sent: { type: 'boolean', default: false } });
    if (values.sent !== ids.length > 0 || !ids.every(isUuid))
      throw new OperatorMistake('mail letters takes nothing, or --sent with ids of mails, as it prints them.');
    if (values.sent) {
      const lines: string[] = [];
      let sent = 0;
      for (const id of new Set(ids)) {
        const isNoted = await noteLetter(trx, id, now);
        if (isNoted) sent += 1;
        lines.push(`${id}: ${isNoted ? 'a letter was sent' : 'no letter is owed for it'}.`);
      }
      return { lines, outcome: `sent: ${sent}`, subject: ids.join(' '), failed: sent < ids.length };
    }
    const found = await findOwedLetters(trx);
    return {
      lines: found.length
        ? found.map(
            ({ id, account_id, kind, state, enqueued_at }) =>
              `${account_id}  ${kind}  ${state === 'sent' ? 'something came back' : state}  ${enqueued_at.toISOString()}  ${id}`,
          )
        : ['Nobody is owed a letter.'],
      outcome: `listed: ${found.length}`,
    };
  },
};

/** For a mail of which nobody knows whether it arrived, or that was refused for a reason that is mended. */
export const mailSendAgain: TransactionCommand = {
  kind: 'transaction',
  name: 'mail send-again',
  usage: '<mail id>',
  summary: 'Sends a mail once more that has not arrived, or of which nobody knows',
  async run({ trx, now }, args) {
    const [id, ...rest] = args;
    if (!id || !isUuid(id) || rest.length)
      throw new OperatorMistake('Give the id of one mail, as mail list prints it.');
    const mail = await lockMail(trx, id);
    if (!mail) return { lines: ['No mail has this id.'], outcome: 'none found' };
    const refusal = findRefusal(mail);
    if (refusal) return { lines: [refusal], outcome: 'none', subject: id };
    const { recipient, account_id: accountId } = mail;
    const wasSuppressed = recipient !== null && (await liftSuppression(trx, { accountId, email: recipient }));
    await queueAgain(trx, id, now, new Date(now.getTime() + mailDelivery.giveUpAfterHours * hourMs));
    return {
      lines: [
        'It leaves within a minute; "mail list" tells if it does not arrive.',
        ...(wasSuppressed ? ['Its address counts as existing again.'] : []),
      ],
      outcome: 'queued',
      subject: id,
    };
  },
};

/** What a message to a return address means, once a person has read it. */
const meanings = ['not-delivered', 'nothing'] as const;

/** What came back and waits: its headers, never its words, which are in the mailbox. */
export const mailReturned: TransactionCommand = {
  kind: 'transaction',
  name: 'mail returned',
  usage: `[<returned mail id>… --means <${meanings.join('|')}>]`,
  summary: 'Lists what came back and nobody has understood; with --means: says what that was',
  async run(act, args) {
    const { trx, now } = act;
    const { values, positionals: ids } = readOptions(args, { means: { type: 'string' } });
    if (!ids.length && values.means === undefined) {
      const found = await findWaitingReturned(trx, mostListed + 1);
      const shown = found.slice(0, mostListed);
      return {
        lines: [
          ...shown.map(describeReturned),
          ...(found.length > mostListed ? [`There are more than these ${mostListed}, which are the oldest.`] : []),
          ...(found.length ? [] : ['Nothing waits.']),
        ],
        outcome: `listed: ${shown.length}`,
      };
    }
    const decision = requireChoice('--means', values.means, meanings);
    if (!ids.length || !ids.every(isUuid))
      throw new OperatorMistake('Give the ids of returned mails, as mail returned prints them.');
    const lines: string[] = [];
    let decided = 0;
    for (const id of new Set(ids)) {
      const returned = await decideReturned(trx, id, { decision, now });
      if (returned) decided += 1;
      const isLost = decision === 'not-delivered' && returned?.mail_id;
      if (isLost) await noteGivenUp(act, isLost, { outcome: 'returned, as a person read', isDead: false });
      lines.push(
        `${id}: ${returned ? (isLost ? 'its mail counts as not delivered' : 'settled') : 'nothing waits with this id'}.`,
      );
    }
    return { lines, outcome: `${decision}: ${decided}`, subject: ids.join(' '), failed: decided < ids.length };
  },
};

const describeReturned = ({ id, mail_id, kind, form, sender, subject, arrived_at }: WaitingReturned): string =>
  `${id}  ${arrived_at.toISOString()}  ${form}  ${mail_id ? `of ${kind} ${mail_id}` : 'of no mail of ours'}  from ${sender || 'nobody'}: ${subject}`;

function chooseStates(state: string | undefined, account: string | undefined): readonly MailState[] {
  if (state === undefined) return account === undefined ? troubled : mailStates;
  const known = mailStates.find((each) => each === state);
  if (!known) throw new OperatorMistake(`--state must be one of ${mailStates.join(', ')}.`);
  return [known];
}

function describeMail({ id, kind, locale, state, attempts, outcome, enqueued_at, due_at, settled_at }: Mail): string {
  const times = [
    `written ${enqueued_at.toISOString()}`,
    ...(due_at ? [`due ${due_at.toISOString()}`] : []),
    ...(settled_at ? [`settled ${settled_at.toISOString()}`] : []),
  ];
  return `${id}  ${kind} (${locale})  ${state}  attempts: ${attempts}  ${times.join(', ')}${outcome ? `  ${outcome}` : ''}`;
}

/** Why it stays as it is. */
function findRefusal({ state, settled_at, due_at, message }: Mail): string | undefined {
  if (state === 'sent') return `A mail server took it at ${settled_at!.toISOString()}: it is not sent again.`;
  if (state === 'sending') return 'It is being sent.';
  if (due_at) return `It waits, and leaves at ${due_at.toISOString()}.`;
  if (message === null) return 'Its words are gone: their time is over, or they are not true any more.';
  return undefined;
}
