import { mailDelivery } from '../../../shared/business/mail.ts';
import { hourMs } from '../../../shared/durations.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { liftSuppression } from './bounces.ts';
import { findMails, findOwedLetters, lockMail, queueAgain } from './mails.queries.ts';
import { type Mail, type MailState, mailStates } from './mails.tables.ts';

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

/** What people have to receive in one way or another. */
const owedKinds: readonly string[] = [
  'contract-confirmation',
  'change-notice',
  'measure-suspend',
  'measure-throttle',
  'measure-block',
  'measure-prove',
];

/** Also those whose account has ended: by that measure, or before. */
const owedAfterEnd: readonly string[] = ['measure-terminate', 'breach-notice'];

/** Whoever cannot be reached by mail gets a letter, or is called. */
export const mailLetters: TransactionCommand = {
  kind: 'transaction',
  name: 'mail letters',
  usage: '',
  summary: 'Lists accounts that legal mails did not reach, which are owed a letter',
  async run({ trx }, args) {
    if (args.length) throw new OperatorMistake('mail letters takes no arguments.');
    const found = await findOwedLetters(trx, owedKinds, owedAfterEnd);
    return {
      lines: found.length
        ? found.map(
            ({ account_id, kind, state, enqueued_at }) =>
              `${account_id}  ${kind}  ${state}  ${enqueued_at.toISOString()}`,
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
