import { randomUUID } from 'node:crypto';
import type { Download, DownloadRequest } from '../../../shared/api/downloads.ts';
import type { ConfirmationName } from '../../../shared/business/documents.ts';
import { downloadLinkDays, maxDownloadsPerDay } from '../../../shared/business/download-limits.ts';
import { isEligibleCountry } from '../../../shared/business/eligibility.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Config } from '../../config/config.ts';
import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { Database } from '../../database/database.ts';
import { hashRequest, requireSameRequest } from '../../http/idempotency-key.ts';
import { Problem } from '../../http/problem.ts';
import {
  type ConfirmationSentences,
  findAcceptedDocuments,
  findSettledConfirmations,
  recordAcceptances,
  requireConfirmations,
  requireDocumentsInForce,
  requireShownSentences,
} from '../../people/acceptances/acceptances.ts';
import { findAccount, lockActiveAccount, requireActiveAccount, saveAccount } from '../../people/accounts/accounts.ts';
import { nameAddress } from '../../people/address-confirmations/address-confirmations.ts';
import { announceAnew, confirmContract } from '../../people/contract-mails/contract-mails.ts';
import type { LegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import type { Releases, StoredRelease } from '../releases/releases.ts';
import { signDownloadPath } from './download-link.ts';
import {
  findComplete,
  findDownload,
  findDownloadByKey,
  findStartOfNth,
  findSubmittedDownloads,
  insertDownload,
  lockDownloadsOf,
  saveArrival,
} from './downloads.queries.ts';
import type { DownloadRecord } from './downloads.tables.ts';
import type { ProblemTexts } from './problem-page.ts';

export const linkLifeMs = downloadLinkDays * dayMs;

/** User agents are free text from the client; this many characters identify any browser. */
const maxUserAgentLength = 512;

export const userAgentOf = ({ headers }: { headers: { 'user-agent'?: string | undefined } }): string =>
  (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);

/** Enough for anyone, and the answer stays small. */
const maxListedDownloads = 100;

export interface DownloadsContext {
  config: Config;
  database: Database;
  clock: () => Date;
  jobs: FeatureDependencies['jobs'];
  releases: Releases;
  legalDocuments: LegalDocuments;
  sentences: ConfirmationSentences;
  /** What people are told when their link does not work. */
  problemTexts: ProblemTexts;
}

interface Submission {
  accountId: string;
  request: DownloadRequest;
  idempotencyKey: string | undefined;
  sessionId: string;
  ipAddress: string;
  userAgent: string;
}

/**
 * Records account data, acceptances and download together, and answers with the signed link. A submission that repeats
 * an earlier one under its Idempotency-Key records nothing and gets the original answer, whatever has changed since;
 * only an expired link is replaced by a new one to the same file.
 */
export async function startDownload(context: DownloadsContext, submission: Submission): Promise<Download> {
  const { request, accountId, idempotencyKey } = submission;
  if (!isEligibleCountry(request.country)) throw new Problem('country-not-eligible');
  const startedAt = context.clock();
  const release = await context.releases.findCurrent(request.platform, startedAt);

  // Everything below is one transaction, so nothing in it may query the database directly.
  const download = await act({ ...context, clock: () => startedAt }, async (act) => {
    const { trx } = act;
    await lockDownloadsOf(trx, accountId);
    await lockActiveAccount(trx, accountId);
    if (idempotencyKey !== undefined) {
      const earlier = await findDownloadByKey(trx, accountId, idempotencyKey);
      if (earlier) {
        requireSameRequest(earlier.request_sha256, hashSubmission(request));
        return withLivingLink(earlier, startedAt);
      }
    }
    await requireRoomToday(act, accountId);
    const documents = context.legalDocuments.inForce(startedAt);
    const accepted = await findAcceptedDocuments(trx, accountId);
    const settled = findSettledConfirmations(request.confirmations, request.documents, documents, accepted);
    requireConfirmations(request.confirmations, settled);
    requireDocumentsInForce(request.documents, documents, settled);
    // Every box's sentence names only documents in force, whether or not the form had to name them.
    requireShownSentences(request.shownSentences ?? {}, context.sentences[request.locale], request.locale, documents);
    if (!release) throw new Problem('platform-not-available');
    return recordDownload(act, context, submission, { release, settled });
  });
  return describeDownload(context, download);
}

/** One's own downloads, newest first, without updates of the installed app. */
export async function listDownloads(context: DownloadsContext, accountId: string): Promise<Download[]> {
  const downloads = await findSubmittedDownloads(context.database.kysely, accountId, maxListedDownloads);
  return describeDownloads(context, downloads);
}

/**
 * A new link to the same version, valid for as long as the first one was, so that a download can be continued. The
 * record does not change. Throws `not-found` for another account's download, and `release-withdrawn`.
 */
export async function renewLink(context: DownloadsContext, accountId: string, id: string): Promise<Download> {
  const download = await findDownload(context.database.kysely, id);
  if (download?.account_id !== accountId) throw new Problem('not-found');
  await requireActiveAccount(context.database.kysely, accountId);
  const expiresAt = new Date(context.clock().getTime() + linkLifeMs);
  const renewed = await describeDownload(context, { ...download, expires_at: expiresAt });
  if (renewed.status === 'withdrawn') throw new Problem('release-withdrawn');
  return renewed;
}

/**
 * Records that the whole file has arrived. What was sent tells it only where all of it was sent by this server under one
 * link. Throws `not-found` for another account's download.
 */
export async function reportArrival(context: DownloadsContext, accountId: string, id: string): Promise<void> {
  await act(context, async ({ trx, now }) => {
    const download = await findDownload(trx, id);
    if (download?.account_id !== accountId) throw new Problem('not-found');
    await requireActiveAccount(trx, accountId);
    await saveArrival(trx, id, now);
  });
}

/** A link can be renewed as often as its owner likes; the limit is on records that are kept for years. */
async function requireRoomToday({ trx, now, config }: Act, accountId: string): Promise<void> {
  const limit = maxDownloadsPerDay * config.rateLimitFactor;
  const oldest = await findStartOfNth(trx, accountId, limit, new Date(now.getTime() - dayMs));
  if (!oldest) return;
  const seconds = Math.ceil((oldest.getTime() + dayMs - now.getTime()) / 1000);
  throw new Problem('too-many-downloads', {
    detail: 'Renew the link of a download that was started before: POST /api/downloads/{id}/link.',
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });
}

async function recordDownload(
  act: Act,
  context: Pick<DownloadsContext, 'legalDocuments' | 'sentences'>,
  { accountId, request, idempotencyKey, sessionId, ipAddress, userAgent }: Submission,
  { release, settled }: { release: StoredRelease; settled: readonly ConfirmationName[] },
): Promise<DownloadRecord> {
  const { trx, now } = act;
  const { fullName, email, country, locale } = request;
  const earlier = await findAccount(trx, accountId);
  const hasNewAddress = typeof earlier?.email === 'string' && earlier.email !== email;
  await saveAccount(act, accountId, { fullName, email, country, ipAddress, userAgent });
  await nameAddress(act, { accountId, email, locale });
  if (hasNewAddress) await announceAnew(act, accountId, context.legalDocuments);
  const download: DownloadRecord = {
    id: randomUUID(),
    account_id: accountId,
    platform: release.platform,
    version: release.version,
    file_name: release.fileName,
    size_bytes: release.sizeBytes,
    sha256: release.sha256,
    country,
    locale,
    download_key: request.downloadKey || null,
    idempotency_key: idempotencyKey ?? null,
    request_sha256: hashSubmission(request),
    session_id: sessionId,
    ip_address: ipAddress,
    user_agent: userAgent,
    started_at: now,
    expires_at: new Date(now.getTime() + linkLifeMs),
  };
  await insertDownload(trx, download);
  await recordAcceptances(trx, {
    accountId,
    downloadId: download.id,
    locale,
    acceptedAt: now,
    documents: request.documents,
    settled,
    legalDocuments: context.legalDocuments,
    sentences: context.sentences,
    softwareVersion: act.config.version,
  });
  const { legalDocuments } = context;
  // The first address may have been mistyped, and nothing that was sent there has arrived.
  const confirmed = hasNewAddress
    ? { documents: legalDocuments.inForce(now), occasion: download.id }
    : { documents: request.documents };
  const given = { ...confirmed, acceptedAt: now, legalDocuments };
  await confirmContract(act, { accountId, email, locale }, given);
  return download;
}

/** The record stays as it is; a link is valid for whatever period is signed into it. */
export function withLivingLink(download: DownloadRecord, now: Date): DownloadRecord {
  return download.expires_at > now ? download : { ...download, expires_at: new Date(now.getTime() + linkLifeMs) };
}

/** Equal for requests that ask for the same thing, whatever the order of the documents. */
function hashSubmission(request: DownloadRequest): string {
  const documents = request.documents.map(({ document, version }) => `${document} ${version}`).sort();
  const { terms, cookies, diskSpace, beta } = request.confirmations;
  return hashRequest([
    request.platform,
    request.fullName,
    request.email,
    request.country,
    request.downloadKey ?? '',
    request.locale,
    [terms, cookies, diskSpace, beta],
    documents,
  ]);
}

export async function describeDownload(context: DownloadsContext, download: DownloadRecord): Promise<Download> {
  const [described] = await describeDownloads(context, [download]);
  return described!;
}

async function describeDownloads(
  { config, database, releases }: DownloadsContext,
  downloads: readonly DownloadRecord[],
): Promise<Download[]> {
  const [complete, withdrawn] = await Promise.all([
    findComplete(
      database.kysely,
      downloads.map(({ id }) => id),
    ),
    releases.findWithdrawn(downloads),
  ]);
  return downloads.map((download) => {
    const target = { downloadId: download.id, fileName: download.file_name, expiresAt: download.expires_at };
    return {
      id: download.id,
      platform: download.platform,
      version: download.version,
      url: `${config.apiBaseUrl || config.siteOrigin}${signDownloadPath(config.linkSecret, target)}`,
      fileName: download.file_name,
      sizeBytes: download.size_bytes,
      sha256: download.sha256,
      status: withdrawn.has(download) ? ('withdrawn' as const) : ('available' as const),
      isComplete: complete.has(download.id),
      startedAt: download.started_at.toISOString(),
      expiresAt: download.expires_at.toISOString(),
    };
  });
}
