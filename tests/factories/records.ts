import { randomUUID } from 'node:crypto';
import { currentConsentOptions } from '../../content/consent/versions.ts';
import { getVersionInForce } from '../../content/legal/in-force.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import type { Database } from '../../server/database/database.ts';
import type { DownloadRecord } from '../../server/delivery/downloads/downloads.tables.ts';
import type { Acceptance } from '../../server/people/acceptances/acceptances.tables.ts';
import type { Account } from '../../server/people/accounts/accounts.tables.ts';
import type { AccountAddress, Mail, ReturnedMail } from '../../server/platform/mails/mails.tables.ts';
import type { PrivacyRequest } from '../../server/privacy/privacy-requests/privacy-requests.tables.ts';
import type { QuotaCounter, UsageRequest } from '../../server/service/quotas/quotas.tables.ts';
import type { ConsentRequest } from '../../shared/api/consents.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const sha256 = 'ab'.repeat(32);

/** An account as the first download creates it. */
export function anAccount(given: Partial<Account> = {}): Account {
  const id = given.id ?? `user_${randomUUID()}`;
  return {
    id,
    full_name: 'Åsa Müller',
    email: `${id}@customers.example`,
    country: 'CH',
    ip_address: '192.0.2.7',
    user_agent: 'Test browser',
    created_at: now,
    updated_at: now,
    ended_at: null,
    status: 'active',
    ended_by: null,
    login_removed_at: null,
    restricted_at: null,
    objected_at: null,
    closes_at: null,
    suspended_at: null,
    ...given,
  };
}

/** A download of `account`. */
export function aDownload(account: Pick<Account, 'id'>, given: Partial<DownloadRecord> = {}): DownloadRecord {
  return {
    id: randomUUID(),
    account_id: account.id,
    platform: 'windows',
    version: '1.0.0',
    file_name: 'writing-ant-1.0.0-windows.exe',
    size_bytes: 28_000_000_000,
    sha256,
    country: 'CH',
    locale: 'de',
    download_key: null,
    idempotency_key: null,
    request_sha256: sha256,
    session_id: 'session_1',
    ip_address: '192.0.2.7',
    user_agent: 'Test browser',
    started_at: now,
    expires_at: new Date('2026-03-08T09:00:00.000Z'),
    ...given,
  };
}

/** A choice in the bar, about today's options, on a page that was served at `shownAt`. */
export function aConsentRequest(given: Partial<ConsentRequest> = {}, shownAt = new Date()): ConsentRequest {
  return {
    id: randomUUID(),
    sessionId: randomUUID(),
    method: 'banner',
    categories: { statistics: true },
    optionVersion: currentConsentOptions,
    document: { document: 'cookie-policy', version: getVersionInForce(legalVersions['cookie-policy'], shownAt) },
    locale: 'en',
    decidedAt: '2026-11-22T09:30:00.000Z',
    ...given,
  };
}

/** The acceptance of the terms that came with `download`. */
export function anAcceptance(
  download: Pick<DownloadRecord, 'id' | 'account_id'>,
  given: Partial<Acceptance> = {},
): Acceptance {
  return {
    id: randomUUID(),
    account_id: download.account_id,
    download_id: download.id,
    confirmation: 'terms',
    document: 'terms',
    sentence: null,
    shown_text: null,
    version: legalVersions.terms[0]!,
    sha256,
    locale: 'de',
    method: 'download-form',
    accepted_at: now,
    ...given,
  };
}

/** Something that came back and waits for a person. */
export function aReturnedMail(given: Partial<ReturnedMail> = {}): ReturnedMail {
  const id = given.id ?? randomUUID();
  return {
    id,
    mailbox_key: `1/${id}`,
    mail_id: null,
    account_id: null,
    form: 'unclear',
    sender: 'asa@customers.example',
    subject: 'Who is this?',
    arrived_at: now,
    decided_at: null,
    decision: null,
    ...given,
  };
}

/** A mail that was put off: every column has a value, but the time at which it was settled. */
export function aMail(account: Pick<Account, 'id'> | null, given: Partial<Mail> = {}): Mail {
  const id = given.id ?? randomUUID();
  return {
    id,
    dedupe_key: `test ${id}`,
    kind: 'test-mail',
    account_id: account?.id ?? null,
    locale: 'de',
    recipient: 'asa@customers.example',
    message: 'Subject: A test\r\n\r\nWords of a test.\r\n',
    state: 'deferred',
    when_unknown: 'ask',
    attempts: 99_001,
    deferrals: 99_002,
    enqueued_at: now,
    give_up_at: new Date('2026-03-03T09:00:00.000Z'),
    due_at: new Date('2026-03-01T09:21:00.000Z'),
    attempted_at: new Date('2026-03-01T09:05:00.000Z'),
    settled_at: null,
    letter_sent_at: null,
    outcome: '451 4.7.1',
    ...given,
  };
}

/** An address of the account to which its mails go. */
export function anAddress(
  account: Pick<Account, 'id'>,
  address: string,
  given: Partial<AccountAddress> = {},
): AccountAddress {
  return {
    id: randomUUID(),
    account_id: account.id,
    address,
    locale: 'de',
    noted_at: now,
    checked_at: null,
    asked_at: null,
    asked_times: 0,
    confirmed_at: now,
    confirmed_by: 'provider',
    ...given,
  };
}

/** A request that is being answered a second time: every column has a value. */
export function aUsageRequest(account: Pick<Account, 'id'>, given: Partial<UsageRequest> = {}): UsageRequest {
  return {
    account_id: account.id,
    request_id: randomUUID(),
    feature: 'text-enhancement',
    operation: 'enhance',
    pool: 'online',
    cycle_start: new Date('2026-03-01T00:00:00.000Z'),
    state: 'open',
    attempts: 88_001,
    fingerprint: sha256,
    recording_seconds: 88_002,
    requested_at: new Date('2026-03-01T10:00:00.000Z'),
    open_until: new Date('2026-03-01T10:03:00.000Z'),
    settled_at: new Date('2026-03-01T10:00:10.000Z'),
    language: 'de',
    model: 'gpt-5',
    prompt_version: '2026-11-24',
    input_tokens: 88_003,
    output_tokens: 88_004,
    outcome: 'changed',
    ...given,
  };
}

/** A request whose answer waits to be read: every column has a value. */
export function aPrivacyRequest(account: Pick<Account, 'id'>, given: Partial<PrivacyRequest> = {}): PrivacyRequest {
  return {
    id: randomUUID(),
    kind: 'portability',
    channel: 'representative',
    account_id: account.id,
    email: 'asa@customers.example',
    locale: 'de',
    received_at: new Date('2026-03-01T11:00:00.000Z'),
    due_at: new Date('2026-03-31T22:00:00.000Z'),
    reminded_at: null,
    identity: 'proven',
    code_sha256: sha256,
    code_until: new Date('2026-03-12T11:00:00.000Z'),
    code_tries: 1,
    state: 'answered',
    answer: 'Words of an answer.',
    link_sha256: sha256,
    answer_until: new Date('2026-03-12T11:00:00.000Z'),
    outcome: 'answered in full',
    ended_at: new Date('2026-03-05T11:00:00.000Z'),
    ...given,
  };
}

/** What the account used in one month of quotas. */
export function aCounter(account: Pick<Account, 'id'>, given: Partial<QuotaCounter> = {}): QuotaCounter {
  const cycle_start = new Date('2026-03-01T00:00:00.000Z');
  const reported = { over_quota: 0, over_quota_day: null, over_quota_of_day: 0 };
  return { account_id: account.id, pool: 'online', cycle_start, used: 0, open: 0, ...reported, ...given };
}

/** Everything stored about an account; downloads by start time, always in the same order. */
export async function recordsOf(
  { kysely }: Database,
  accountId: string,
): Promise<{ accounts: Account[]; downloads: DownloadRecord[]; acceptances: Acceptance[] }> {
  const [accounts, downloads, acceptances] = await Promise.all([
    kysely.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    kysely
      .selectFrom('downloads')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),
    kysely.selectFrom('acceptances').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
  ]);
  return { accounts, downloads, acceptances };
}
