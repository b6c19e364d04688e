import type { Config } from '../../config/config.ts';
import { type CommandResult, OperatorMistake, readOptions, requirePlatform } from '../../contract/command.ts';
import { type Manifest, sealManifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey } from '../../delivery/releases/minisign.ts';
import { describeOffers } from '../releases/describe-offers.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { keyOptions, keyUsage, readReleaseKeys } from '../releases/release-key.ts';
import { readManifests, readShelf } from '../releases/release-shelf.ts';

/** Options that name a published version and the key that seals what is changed of it. */
export const versionOptions = { platform: { type: 'string' }, version: { type: 'string' }, ...keyOptions } as const;
export const versionUsage = '--platform <platform> --version <version>';
export { keyUsage };

type VersionValues = { [Name in keyof typeof versionOptions]?: string | undefined };

/** The options of a command that takes nothing but a version. Throws `OperatorMistake`. */
export function readVersionOptions(args: string[]): VersionValues {
  const { values, positionals } = readOptions(args, versionOptions);
  if (positionals.length) throw new OperatorMistake('Name the version with --platform and --version.');
  return values;
}

/**
 * Seals a changed manifest of a published version and puts it in the place of the former, which a running server notices. Tells
 * what was done and who is offered what from then on. `change` throws `OperatorMistake` where there is nothing to change. Only what bears
 * one of our seals is sealed anew, or whoever can write to the shelf could have anything signed; without `demandsSeal` also what bears none.
 */
export async function changeRelease(
  config: Config,
  values: VersionValues,
  change: (manifest: Manifest) => { changed: Manifest; done: string; outcome: string },
  demandsSeal = true,
): Promise<CommandResult> {
  const platform = requirePlatform(values.platform);
  const keys = await readReleaseKeys(config, values, false);
  const shelf = openShelf(config, keys);
  const publicKeys = [...(config.releases.publicKeys ?? []), formatPublicKey(keys.manifests)];
  const shelved = await readShelf(shelf, { publicKeys, demandsSeal });
  const found = readManifests(shelved).find((each) => each.platform === platform && each.version === values.version);
  if (!found) {
    const unread = shelved.flatMap(({ name, fault }) =>
      fault === undefined ? [] : `${name} cannot be read: ${fault}`,
    );
    throw new OperatorMistake([`There is no version ${values.version} for ${platform}.`, ...unread].join('\n'));
  }
  if (found.withdrawnAt) throw new OperatorMistake(`It is withdrawn since ${found.withdrawnAt}.`);
  const { seal: _, ...manifest } = found;
  const { changed, done, outcome } = change(manifest);
  await shelf.replace(changed, sealManifest(changed, keys.manifests));
  const others = readManifests(shelved).filter((each) => each !== found);
  return {
    lines: [done, ...describeOffers([...others, changed], platform, new Date())],
    outcome: `${outcome}: ${platform} ${found.version}`,
  };
}
