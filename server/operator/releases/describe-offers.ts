import { type Platform, platforms, updateChannels } from '../../../shared/business/product.ts';
import type { Manifest } from '../../delivery/releases/manifest.ts';
import {
  compareVersions,
  isOfChannel,
  isOfferedTo,
  isOnOffer,
  type RolledOut,
  website,
  whole,
} from '../../delivery/releases/rollout.ts';

type Planned = RolledOut & Pick<Manifest, 'platform' | 'publishedAt'>;

/** Who is offered what of a platform at a time, in a line for the website and one for each channel of the apps. */
export function describeOffers(manifests: readonly Planned[], platform: Platform, at: Date): string[] {
  if (!platforms[platform].available)
    return [`${platforms[platform].name} is only announced: no page and no feed offers any version of it yet.`];
  const out = manifests
    .filter((each) => each.platform === platform && new Date(each.publishedAt) <= at)
    .toSorted((one, other) => compareVersions(other, one));
  const channels = updateChannels.map((channel) => {
    const open = out.filter((each) => isOnOffer(each) && isOfChannel(each, channel));
    return `Apps of the channel ${channel}: ${describeShares(open)}`;
  });
  const offered = out.find((each) => isOfferedTo(each, website));
  return [`Page and new downloads: ${offered?.version ?? 'nothing'}`, ...channels];
}

/** An app gets the highest version whose share it is in; the shares are nested, because they go by the same id. */
function describeShares(open: readonly RolledOut[]): string {
  let reached = 0;
  const told = open.flatMap(({ version, stagingPercentage }) => {
    const added = (stagingPercentage ?? whole) - reached;
    if (added <= 0) return [];
    reached += added;
    return added === whole ? [version] : [`${version} for ${added} %`];
  });
  if (reached < whole) told.push(reached ? `nothing for ${whole - reached} %` : 'nothing');
  return told.join(', ');
}
