import { type PrivacyRequestKind, privacyRequestKinds } from '../../../shared/api/privacy-requests.ts';
import { privacyAnswerPath } from '../../../shared/api-paths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { emailPattern } from '../../../shared/email-address.ts';
import { defaultLocale, locales } from '../../../shared/locales.ts';
import { exportAccount, exportAddress } from '../../contract/account-part.ts';
import type { Act } from '../../contract/act.ts';
import {
  type CommandResult,
  OperatorMistake,
  readOptions,
  requireChoice,
  requireId,
  type TransactionCommand,
} from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findLastLanguage } from '../../people/acceptances/acceptances.ts';
import { findAccount, findAccountsByEmail } from '../../people/accounts/accounts.ts';
import { findEndedRequests, findOpenRequests, lockRequest, updateRequest } from './privacy-requests.queries.ts';
import { type PrivacyRequest, requestChannels } from './privacy-requests.tables.ts';
import { answerRequest, checkCode, makeCode, openRequest } from './privacy-requests.ts';
import { findAddressee, mailCode, mailReceived } from './request-mails.ts';

const shownEnded = 20;

/** A request that came by mail, by post, through a representative or the portal. */
export const requestOpen: TransactionCommand = {
  kind: 'transaction',
  name: 'request open',
  usage:
    '<kind> --channel <channel> --email <address>|--account <id> [--received <ISO time in UTC>] [--locale <language>]',
  summary: 'Enters a request about personal data, starts its 30 days and confirms it by mail',
  async run(act, args) {
    const { trx, now } = act;
    const { values, positionals } = readOptions(args, {
      channel: { type: 'string' },
      email: { type: 'string' },
      account: { type: 'string' },
      received: { type: 'string' },
      locale: { type: 'string' },
    });
    const kind = requireChoice<PrivacyRequestKind>('The kind', positionals[0], privacyRequestKinds);
    const channel = requireChoice('--channel', values.channel, requestChannels);
    const { email = null, account: accountId = null } = values;
    if (positionals.length > 1 || (email === null) === (accountId === null))
      throw new OperatorMistake('Give one address, or the account that the request is about.');
    if (email !== null && !emailPattern.test(email)) throw new OperatorMistake('Give one address.');
    const receivedAt = values.received ? new Date(values.received) : now;
    if (!(receivedAt <= now)) throw new OperatorMistake('--received is a time that has passed: 2026-12-01T09:00:00Z.');
    const given = values.locale === undefined ? undefined : requireChoice('--locale', values.locale, locales);
    if (accountId !== null && !(await findAccount(trx, accountId)))
      throw new OperatorMistake('There is no account with this id; "account show <email>" tells the id.');
    const locale = given ?? (accountId ? await findLastLanguage(trx, accountId) : undefined) ?? defaultLocale;
    const person = { accountId, email };
    const request = await openRequest(trx, { kind, channel, ...person, locale, receivedAt });
    await mailReceived(act, (await findAddressee(trx, request))!, request);
    return {
      lines: [
        `Request ${request.id}, due ${request.due_at.toISOString()}.`,
        ...(email === null ? [`It is about the account ${accountId}.`] : await describeTypists(trx, email)),
        `Next: request identify ${request.id}`,
      ],
      outcome: 'opened',
      subject: request.id,
    };
  },
};

/** Anybody can type an address into an account: only a person can tell whether it is this one's. */
async function describeTypists(trx: OpenTransaction, email: string): Promise<string[]> {
  const accounts = await findAccountsByEmail(trx, email);
  if (!accounts.length) return ['No account has this address.'];
  return [
    `It is about no account. The address was typed, by whomever, in: ${accounts.map(({ id }) => id).join(' ')}`,
    'Where the account is the person’s, refuse this one and enter the request again with --account.',
  ];
}

/** Never a copy of an identity document: whoever reads the mails of the address on file is the person. */
export const requestIdentify: TransactionCommand = {
  kind: 'transaction',
  name: 'request identify',
  usage: '<request id> [<code that the person told>]',
  summary: 'Mails a code to the address on file; with the code that came back, checks it',
  async run(act, args) {
    const { trx, now } = act;
    const [id, code, ...rest] = args;
    if (rest.length) throw new OperatorMistake('Give the id and at most one code, without spaces.');
    const request = await requireOpen(trx, id);
    if (request.identity === 'proven') return { lines: ['It is proven.'], outcome: 'none', subject: request.id };
    return code === undefined ? askForCode(act, request) : readCode(trx, request, code, now);
  },
};

async function askForCode(act: Act, request: PrivacyRequest): Promise<CommandResult> {
  const { trx, now } = act;
  const addressee = await findAddressee(trx, request);
  if (!addressee) throw new OperatorMistake('No address is on file: the account is erased.');
  const code = await makeCode(trx, request, now);
  const { code_until } = (await lockRequest(trx, request.id))!;
  await updateRequest(trx, request.id, { identity: 'asked' });
  await mailCode(act, addressee, request, { kind: 'request-identify', code, until: code_until! });
  const lines = ['A code is on its way to the address on file. When the person tells it, enter it with this command.'];
  return { lines, outcome: 'code mailed', subject: request.id };
}

async function readCode(
  trx: OpenTransaction,
  request: PrivacyRequest,
  code: string,
  now: Date,
): Promise<CommandResult> {
  const check = await checkCode(trx, request, code, now);
  if (check === 'right') {
    await updateRequest(trx, request.id, { identity: 'proven', code_sha256: null, code_until: null });
    return { lines: ['That is the code: the identity is proven.'], outcome: 'identity proven', subject: request.id };
  }
  if (check === 'spent') await updateRequest(trx, request.id, { identity: 'failed' });
  const why =
    check === 'wrong'
      ? 'That is NOT the code.'
      : 'That is NOT the code, or no code is good any more: mail a new one, or refuse the request.';
  return { lines: [`${why} Nothing may be handed out.`], outcome: `code ${check}`, subject: request.id, failed: true };
}

/** For an answer by post, and to see what there is to answer. */
export const requestExport: TransactionCommand = {
  kind: 'transaction',
  name: 'request export',
  usage: '<request id>',
  summary: 'Prints everything stored of the account or address that a request is about, once the identity is proven',
  async run({ trx }, args, context) {
    const request = await requireOpen(trx, args[0], args.slice(1));
    requireProven(request);
    const data = request.account_id
      ? await exportAccount(context.accountParts, trx, request.account_id)
      : await exportAddress(context.accountParts, trx, request.email!);
    return { lines: JSON.stringify(data, null, 2).split('\n'), outcome: 'exported', subject: request.id };
  },
};

/** The link goes the way of the request, the code to the address on file: neither alone opens the answer. */
export const requestAnswer: TransactionCommand = {
  kind: 'transaction',
  name: 'request answer',
  usage: '<request id> [--refuse] <the whole answer in one argument> | <request id> --again',
  summary:
    'Ends a request: prints the link to the answer, good for 7 days, and mails the code; --again makes both anew',
  async run(act, args) {
    const { trx } = act;
    const { values, positionals } = readOptions(args, { refuse: { type: 'boolean' }, again: { type: 'boolean' } });
    if (values.again) return answerAgain(act, positionals);
    const [id, answer, ...rest] = positionals;
    if (!answer?.trim() || rest.length) throw new OperatorMistake('Give the id and the answer, in quotation marks.');
    const isRefused = values.refuse ?? false;
    const request = await requireOpen(trx, id);
    if (isRefused && request.identity !== 'proven') return endWithoutLink(act, request, 'refused: identity not proven');
    requireProven(request);
    if (!(await findAddressee(trx, request)))
      return endWithoutLink(act, request, `${isRefused ? 'refused' : 'answered'} by letter: account erased`);
    return handOut(act, request, { answer, isRefused });
  },
};

/** The words then go only the way that the request came. */
async function endWithoutLink({ trx, now }: Act, { id }: PrivacyRequest, outcome: string): Promise<CommandResult> {
  await updateRequest(trx, id, {
    state: outcome.startsWith('refused') ? 'refused' : 'answered',
    outcome,
    ended_at: now,
    code_sha256: null,
    code_until: null,
  });
  const lines = ['It has ended. Send your words the way that the request came; nothing else was sent.'];
  return { lines, outcome, subject: id };
}

/** For somebody who has lost the link, or whose code was spent by wrong tries. The former link opens nothing any more. */
async function answerAgain(act: Act, args: readonly string[]): Promise<CommandResult> {
  const request = await lockRequest(act.trx, requireId(args, 'Give the id of one request; "request list" has it.'));
  if (!request?.answer)
    throw new OperatorMistake('No request with this id has an answer that can still be read; enter it again.');
  return handOut(act, request, { answer: request.answer, isRefused: request.state === 'refused' });
}

async function handOut(
  act: Act,
  request: PrivacyRequest,
  { answer, isRefused }: { answer: string; isRefused: boolean },
): Promise<CommandResult> {
  const { trx, now } = act;
  const addressee = await findAddressee(trx, request);
  if (!addressee) throw new OperatorMistake('No address is on file: the account is erased.');
  // A request ends once: the period for which it is kept begins with the first answer.
  const endedAt = request.ended_at ?? now;
  const secret = await answerRequest(trx, request, { answer, isRefused, endedAt, now });
  const code = await makeCode(trx, request, now);
  const { code_until, outcome } = (await lockRequest(trx, request.id))!;
  await mailCode(act, addressee, request, { kind: 'request-answered', code, until: code_until! });
  return {
    lines: [
      'Send this link the way that the request came; the code that opens it is on its way to the address on file:',
      `${act.config.siteOrigin}${privacyAnswerPath(request.id, secret)}`,
      `Both are good until ${code_until!.toISOString()}.`,
    ],
    outcome: outcome!,
    subject: request.id,
  };
}

/** Fails while one is overdue. */
export const requestList: TransactionCommand = {
  kind: 'transaction',
  name: 'request list',
  usage: '',
  summary: 'Lists requests about personal data by days left, and those that ended last; fails when one is overdue',
  async run({ trx, now }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const open = await findOpenRequests(trx);
    const ended = await findEndedRequests(trx, shownEnded);
    const overdue = open.filter(({ due_at }) => due_at <= now).length;
    return {
      lines: [
        ...open.map((request) => `${describeTimeLeft(request.due_at, now)}  ${describeRequest(request)}`),
        ...ended.map((request) => `${request.state}  ${describeRequest(request)}  ${request.outcome}`),
        overdue ? `${overdue} OVERDUE of ${open.length} open requests.` : `${open.length} open requests.`,
      ],
      outcome: `open: ${open.length}, overdue: ${overdue}`,
      failed: overdue > 0,
    };
  },
};

/** In days; negative once it is overdue. */
export function describeTimeLeft(dueAt: Date, now: Date): string {
  const days = Math.floor((dueAt.getTime() - now.getTime()) / dayMs);
  return days < 0 ? 'OVERDUE' : `${days} days left`;
}

const describeRequest = ({ id, kind, channel, received_at, due_at, identity }: PrivacyRequest) =>
  `${id}  ${kind}  ${channel}  received ${received_at.toISOString()}  due ${due_at.toISOString()}  identity ${identity}`;

async function requireOpen(trx: OpenTransaction, id: string | undefined, rest: readonly string[] = []) {
  const request = await lockRequest(
    trx,
    requireId([id, ...rest], 'Give the id of one request; "request list" has it.'),
  );
  if (!request) throw new OperatorMistake('No request has this id; "request list" has them.');
  if (request.state !== 'open') throw new OperatorMistake(`It has ended: ${request.outcome}.`);
  return request;
}

function requireProven({ identity }: PrivacyRequest): void {
  if (identity !== 'proven')
    throw new OperatorMistake('The identity is not proven: nothing may be handed out. Use "request identify" first.');
}
