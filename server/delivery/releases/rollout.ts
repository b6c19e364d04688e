import type { IncomingHttpHeaders } from 'node:http';
import type { UpdateChannel } from '../../../shared/business/product.ts';
import { compareSemanticVersions, readSemanticVersion } from '../../../shared/semantic-version.ts';
import { isUuid } from '../../../shared/uuid.ts';

/** What decides to whom a release is offered: of a manifest or of what was read from it. */
export interface RolledOut {
  version: string;
  withdrawnAt?: string | Date | null | undefined;
  pausedAt?: string | Date | null | undefined;
  /** Of installed apps, from 0 to 99; without it all of them. */
  stagingPercentage?: number | null | undefined;
}

/** An app that asks for updates. */
export interface Asker {
  channel: UpdateChannel;
  /** The UUID that an installation keeps for this. */
  stagingId?: string | undefined;
}

/** What electron-updater sends with each question about updates, and other apps by themselves. */
const stagingHeader = 'x-user-staging-id';

/** Undefined where there is none, or none that can be compared. */
export function readStagingId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers[stagingHeader];
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

/** The page and its new downloads: like an app of the stable channel that says nothing about itself. */
export const website: Asker = { channel: 'stable' };

/** Negative where `one` is the lower version. */
export const compareVersions = (one: Pick<RolledOut, 'version'>, other: Pick<RolledOut, 'version'>): number =>
  compareSemanticVersions(readSemanticVersion(one.version)!, readSemanticVersion(other.version)!);

export const channelOf = ({ version }: Pick<RolledOut, 'version'>): UpdateChannel =>
  readSemanticVersion(version)!.prerelease.length ? 'beta' : 'stable';

/** Whether apps of this channel are meant: beta is for every version, so that nobody stays on a pre-release of what is out. */
export const isOfChannel = (release: Pick<RolledOut, 'version'>, channel: UpdateChannel): boolean =>
  channel === 'beta' || channelOf(release) === 'stable';

export const isOfferedTo = (release: RolledOut, { channel, stagingId }: Asker): boolean =>
  isOfChannel(release, channel) && isOnOffer(release) && isWithinShare(stagingId, release.stagingPercentage ?? whole);

/** Neither withdrawn nor paused: to whom else is a question of channel and share. */
export const isOnOffer = ({ withdrawnAt, pausedAt }: RolledOut): boolean => !withdrawnAt && !pausedAt;

/** Percent: what a release without a share of its own is offered to. */
export const whole = 100;

/**
 * The share of apps that electron-updater computes for itself (its `isStagingMatch`): by the last 32 bits of the id, which are the same
 * for every release. Whoever has no id belongs to those who come last.
 */
function isWithinShare(id: string | undefined, percent: number): boolean {
  if (percent >= whole) return true;
  return id !== undefined && Number.parseInt(id.slice(-8), 16) / 0xffffffff < percent / whole;
}
