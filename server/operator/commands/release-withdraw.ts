import { OperatorMistake, readOptions, requirePlatform, type SettingsCommand } from '../../contract/command.ts';
import { type Manifest, sealManifest } from '../../delivery/releases/manifest.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { keyOptions, keyUsage, readReleaseKeys } from '../releases/release-key.ts';
import { readShelf } from '../releases/release-shelf.ts';

/** Withdraws a version: it is no longer offered, and links to it answer 410. */
export const releaseWithdraw: SettingsCommand = {
  kind: 'settings',
  name: 'release withdraw',
  usage: `--platform <platform> --version <version> ${keyUsage}`,
  summary: 'Withdraws a version: its links answer 410 from then on',
  async work(config, args) {
    const { values, positionals } = readOptions(args, {
      platform: { type: 'string' },
      version: { type: 'string' },
      ...keyOptions,
    });
    if (positionals.length) throw new OperatorMistake('Name the version with --platform and --version.');
    const platform = requirePlatform(values.platform);
    const keys = await readReleaseKeys(config, values, false);
    const shelf = openShelf(config, keys);
    const trust = { publicKeys: config.releases.publicKeys ?? [], demandsSeal: false };
    const shelved = await readShelf(shelf, trust);
    const found = shelved
      .flatMap(({ manifest }) => manifest ?? [])
      .find((each) => each.platform === platform && each.version === values.version);
    if (!found) {
      const unread = shelved.flatMap(({ name, fault }) =>
        fault === undefined ? [] : `${name} cannot be read: ${fault}`,
      );
      throw new OperatorMistake([`There is no version ${values.version} for ${platform}.`, ...unread].join('\n'));
    }
    if (found.withdrawnAt) throw new OperatorMistake(`It is withdrawn since ${found.withdrawnAt}.`);
    const { seal: _, ...manifest } = found;
    const withdrawn: Manifest = { ...manifest, withdrawnAt: new Date().toISOString() };
    await shelf.replace(withdrawn, sealManifest(withdrawn, keys.manifests));
    return {
      lines: [`Withdrawn: ${found.file}. The file itself is still there and may be deleted.`],
      outcome: `withdrawn: ${platform} ${found.version}`,
    };
  },
};
