import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Download } from '../../../shared/api/downloads.ts';
import type { ComponentsAnswer } from '../../../shared/api/releases.ts';
import { updateFilePath } from '../../../shared/api-paths.ts';
import type { Platform } from '../../../shared/business/product.ts';
import { act } from '../../contract/act.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { lockActiveAccount, requireActiveAccount } from '../../people/accounts/accounts.ts';
import type { StoredFile, StoredRelease } from '../releases/releases.ts';
import {
  findDownloadByKey,
  findDownloadsOf,
  hasBegun,
  insertDownload,
  lockDownloadsOf,
  updateKeyPrefix,
} from './downloads.queries.ts';
import type { DownloadRecord } from './downloads.tables.ts';
import { type DownloadsContext, describeDownload, linkLifeMs, withLivingLink } from './downloads.ts';

interface VersionAsked {
  platform: Platform;
  version: string;
}

interface UpdateRequest extends VersionAsked {
  fileName: string;
  sessionId: string;
  ipAddress: string;
  userAgent: string;
}

/**
 * A link to a file of an update for an account that has accepted the conditions with a download, in whatever version
 * they were then: an installed app has nobody to ask, and the site asks about changes at the next download. Recorded as
 * a download of its own, once per file and version. Throws `confirmation-missing` where nothing was ever downloaded, `not-found`
 * for an unpublished version, also for one that is paused and that the account has not begun to fetch, and `release-withdrawn`.
 */
export async function startUpdate(
  context: DownloadsContext,
  accountId: string,
  { platform, version, fileName, sessionId, ipAddress, userAgent }: UpdateRequest,
): Promise<Download> {
  const now = context.clock();
  const release = await requireRelease(context, { platform, version });
  const file = [release, ...release.components].find((each) => each.fileName === fileName);
  // Any other file name must not be answered with 28 GB.
  if (!file) throw new Problem('not-found');
  const idempotencyKey = `${updateKeyPrefix}${platform} ${version}${file === release ? '' : ` ${fileName}`}`;
  const download = await act({ ...context, clock: () => now }, async ({ trx }) => {
    await lockDownloadsOf(trx, accountId);
    await lockActiveAccount(trx, accountId);
    const earlier = await findDownloadByKey(trx, accountId, idempotencyKey);
    if (earlier) return withLivingLink(earlier, now);
    await requireOpenTo(trx, accountId, release);
    const [latest] = await findDownloadsOf(trx, accountId, 1);
    if (!latest) throw new Problem('confirmation-missing', { detail: 'Nothing was downloaded and accepted before.' });
    const update: DownloadRecord = {
      ...latest,
      platform,
      version,
      file_name: file.fileName,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      id: randomUUID(),
      idempotency_key: idempotencyKey,
      session_id: sessionId,
      ip_address: ipAddress,
      user_agent: userAgent,
      started_at: now,
      expires_at: new Date(now.getTime() + linkLifeMs),
    };
    await insertDownload(trx, update);
    return update;
  });
  return describeDownload(context, download);
}

/** What an installed app of a version consists of. Throws as `startUpdate` does, and records nothing. */
export async function listComponents(
  context: DownloadsContext,
  accountId: string,
  asked: VersionAsked,
): Promise<ComponentsAnswer> {
  const release = await requireOpenRelease(context, accountId, asked);
  const { config } = context;
  return {
    ...asked,
    publicKey: release.publicKey,
    components: release.components.map(({ blockMap: _, sparkleSignature: __, ...facts }) => ({
      ...facts,
      url: (config.apiBaseUrl || config.siteOrigin) + updateFilePath({ ...asked, fileName: facts.fileName }),
    })),
  };
}

const blockMapEnding = '.blockmap';

/** Whether it asks for the block map beside a file, as electron-updater does. */
export const isBlockMap = (fileName: string): boolean => fileName.endsWith(blockMapEnding);

/** The bytes of a block map. Throws as `startUpdate` does, and records nothing. */
export async function openBlockMap(
  context: DownloadsContext,
  accountId: string,
  { fileName, ...asked }: VersionAsked & { fileName: string },
): Promise<{ sizeBytes: number; content: Readable }> {
  const release = await requireOpenRelease(context, accountId, asked);
  const name = fileName.slice(0, -blockMapEnding.length);
  const files: readonly StoredFile[] = [release, ...release.components];
  const blockMap = files.find((each) => each.fileName === name)?.blockMap;
  if (!blockMap) throw new Problem('not-found');
  const { sizeBytes, sha256 } = blockMap;
  const file = { ...asked, sha256 };
  try {
    const remote = await context.releases.findRemote(file);
    if (!remote) return { sizeBytes, content: (await context.releases.openFile(file)).createReadStream() };
    const whole = { first: 0, last: sizeBytes - 1 };
    return { sizeBytes, content: Readable.fromWeb(await remote.read(whole, new AbortController().signal)) };
  } catch (cause) {
    throw new Problem('service-unavailable', { detail: 'The file is not available at the moment.', cause });
  }
}

async function requireRelease(
  { releases, clock }: DownloadsContext,
  { platform, version }: VersionAsked,
): Promise<StoredRelease> {
  const release = (await releases.findOut(platform, clock())).find((each) => each.version === version);
  if (!release) throw new Problem('not-found');
  if (release.withdrawnAt) throw new Problem('release-withdrawn');
  return release;
}

async function requireOpenRelease(context: DownloadsContext, accountId: string, asked: VersionAsked) {
  const release = await requireRelease(context, asked);
  await requireActiveAccount(context.database.kysely, accountId);
  await requireOpenTo(context.database.kysely, accountId, release);
  return release;
}

/** A paused version is only for who has begun to fetch it. */
async function requireOpenTo(queries: Queries, accountId: string, release: StoredRelease): Promise<void> {
  if (release.pausedAt && !(await hasBegun(queries, accountId, release))) throw new Problem('not-found');
}
