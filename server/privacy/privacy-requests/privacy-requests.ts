import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { PrivacyRequestKind } from '../../../shared/api/privacy-requests.ts';
import { privacyAnswerDays } from '../../../shared/business/privacy-requests.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import { sha256Hex } from '../../sha256.ts';
import { findDueTime } from './deadlines.ts';
import {
  countExpiredRequests,
  countSpentAnswers,
  emptySpentAnswers,
  insertRequest,
  lockRequest,
  removeExpiredRequests,
  updateRequest,
} from './privacy-requests.queries.ts';
import type { PrivacyRequest } from './privacy-requests.tables.ts';

export { mailOperator } from './request-mails.ts';

interface NewRequest {
  kind: PrivacyRequestKind;
  channel: PrivacyRequest['channel'];
  accountId: string | null;
  email: string | null;
  locale: Locale;
  receivedAt: Date;
}

/** Enters what somebody asks, with the time by which it is answered. Returns what was entered. */
export async function openRequest(trx: OpenTransaction, given: NewRequest): Promise<PrivacyRequest> {
  const request: PrivacyRequest = {
    id: randomUUID(),
    kind: given.kind,
    channel: given.channel,
    account_id: given.accountId,
    email: given.email,
    locale: given.locale,
    received_at: given.receivedAt,
    due_at: findDueTime(given.receivedAt),
    reminded_at: null,
    identity: 'unproven',
    code_sha256: null,
    code_until: null,
    code_tries: 0,
    state: 'open',
    answer: null,
    link_sha256: null,
    answer_until: null,
    outcome: null,
    ended_at: null,
  };
  await insertRequest(trx, request);
  return request;
}

/** Enters what the signed-in holder has done alone, at once. */
export async function recordOwnAct(
  trx: OpenTransaction,
  { accountId, kind, locale, at }: { accountId: string; kind: PrivacyRequestKind; locale: Locale; at: Date },
  outcome: string,
): Promise<void> {
  const given = { kind, channel: 'account', accountId, email: null, locale, receivedAt: at } as const;
  const { id } = await openRequest(trx, given);
  await updateRequest(trx, id, { identity: 'proven', state: 'answered', outcome, ended_at: at });
}

const answerLifeMs = privacyAnswerDays * dayMs;

/** After so many wrong ones, whoever enters them is not the person. */
const mostTries = 5;

const hashOf = (requestId: string, secret: string) => sha256Hex(`${requestId} ${secret}`);

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A code for a mail to the address on file; a former one is good no more. */
export async function makeCode(trx: OpenTransaction, { id }: PrivacyRequest, now: Date): Promise<string> {
  const code = String(randomInt(10 ** 8)).padStart(8, '0');
  const code_until = new Date(now.getTime() + answerLifeMs);
  await updateRequest(trx, id, { code_sha256: hashOf(id, code), code_until, code_tries: 0 });
  return code;
}

/** `spent`: too many were wrong, or its time is over, and there has to be a new one. */
export type CodeCheck = 'right' | 'wrong' | 'spent';

/** Whether it is the code that was mailed. A wrong one is counted, so the transaction has to be committed. */
export async function checkCode(
  trx: OpenTransaction,
  { id, code_sha256, code_until, code_tries }: PrivacyRequest,
  code: string,
  now: Date,
): Promise<CodeCheck> {
  if (!code_sha256 || !code_until || code_until <= now || code_tries >= mostTries) return 'spent';
  if (isSame(code_sha256, hashOf(id, code.replaceAll(/\s/g, '')))) return 'right';
  await updateRequest(trx, id, { code_tries: code_tries + 1 });
  return code_tries + 1 >= mostTries ? 'spent' : 'wrong';
}

/** Ends it with words that the link opens, together with a code. Returns the secret of the link. */
export async function answerRequest(
  trx: OpenTransaction,
  { id }: PrivacyRequest,
  { answer, isRefused, endedAt, now }: { answer: string; isRefused: boolean; endedAt: Date; now: Date },
): Promise<string> {
  const secret = randomUUID().replaceAll('-', '');
  await updateRequest(trx, id, {
    state: isRefused ? 'refused' : 'answered',
    outcome: isRefused ? 'refused with reasons' : 'answered',
    answer,
    link_sha256: hashOf(id, secret),
    answer_until: new Date(now.getTime() + answerLifeMs),
    ended_at: endedAt,
  });
  return secret;
}

/** The request whose answer the link opens; undefined for any other link and after its time. */
export async function lockAnswer(
  trx: OpenTransaction,
  id: string,
  secret: string,
  now: Date,
): Promise<PrivacyRequest | undefined> {
  const request = await lockRequest(trx, id);
  if (!request?.link_sha256 || !request.answer_until || request.answer_until <= now) return undefined;
  return isSame(request.link_sha256, hashOf(id, secret)) ? request : undefined;
}

/** Who asked for access gets all data with the answer. */
export const holdsCopy = ({ kind, state, account_id }: PrivacyRequest): boolean =>
  state === 'answered' && account_id !== null && (kind === 'access' || kind === 'portability');

const isRequestOver = isPeriodOver(sql.ref('ended_at'), { months: retention.privacyRequestYears * 12 });

/** What was asked, and that it was answered in time. */
export const privacyRequestRetention: RetentionRule = {
  name: 'privacy-requests',
  cutoff: (now) => findPeriodStart(now, retention.privacyRequestYears * 12),
  count: (queries, cutoff) => countExpiredRequests(queries, cutoff, isRequestOver),
  remove: (trx, cutoff, limit) => removeExpiredRequests(trx, cutoff, limit, isRequestOver),
};

/** The words of an answer go once nobody can open them any more; to the minute, because they are promised until then. */
export const privacyAnswerRetention: RetentionRule = {
  name: 'privacy-answers',
  isExact: true,
  cutoff: (now) => now,
  count: countSpentAnswers,
  remove: emptySpentAnswers,
};
