import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { platforms } from '../../../shared/business/product.ts';
import { OperatorMistake, readOptions, requirePlatform, type SettingsCommand } from '../../contract/command.ts';
import { isReleaseVersion, type Manifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey } from '../../delivery/releases/minisign.ts';
import { compareVersions, isForEverybody } from '../../delivery/releases/releases.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { publishRelease, readNotes } from '../releases/publish-release.ts';
import { keyOptions, keyUsage, readReleaseKeys } from '../releases/release-key.ts';
import { type ReleaseShelf, readShelf } from '../releases/release-shelf.ts';

/** Turns a file into a release that people can download. */
export const releasePublish: SettingsCommand = {
  kind: 'settings',
  name: 'release publish',
  usage:
    '<file> --platform <platform> --version <version> --notes <folder> ' +
    `[--minimum-system <version>] [--at <time>] ${keyUsage} [--link]`,
  summary: 'Hashes, signs and publishes a file; the notes are <language>.md in the folder',
  async work(config, args) {
    const { values, positionals } = readOptions(args, {
      platform: { type: 'string' },
      version: { type: 'string' },
      notes: { type: 'string' },
      'minimum-system': { type: 'string' },
      at: { type: 'string' },
      ...keyOptions,
      link: { type: 'boolean' },
    });
    const [sourcePath, ...rest] = positionals;
    if (!sourcePath || rest.length) throw new OperatorMistake('Give one file.');
    if (!existsSync(sourcePath) || !statSync(sourcePath).isFile() || !statSync(sourcePath).size)
      throw new OperatorMistake(`${sourcePath} is not a file with something in it.`);
    const platform = requirePlatform(values.platform);
    const { version = '' } = values;
    if (!isReleaseVersion(version))
      throw new OperatorMistake(
        '--version must be a version by SemVer, like 1.2.0 or 1.2.0-beta.1, without leading zeros and without build metadata.',
      );
    const publishedAt = values.at === undefined ? new Date() : new Date(values.at);
    if (Number.isNaN(publishedAt.getTime()))
      throw new OperatorMistake('--at must be a time like 2026-08-01T08:00:00Z.');
    if (values.notes === undefined) throw new OperatorMistake('--notes is missing.');
    const notes = readNotes(values.notes);
    const keys = await readReleaseKeys(config, values, !config.isPublic && values.key === undefined);
    const shelf = openShelf(config, keys);
    const manifest = await publishRelease(shelf, keys, {
      platform,
      version,
      sourcePath,
      fileName: `writing-ant-${version}-${platform}${path.extname(sourcePath)}`,
      minimumSystem: values['minimum-system'] ?? platforms[platform].testedVersions[0],
      notes,
      publishedAt,
      mayLink: values.link ?? false,
    });
    return {
      lines: [
        `Published ${manifest.file}, ${manifest.size} bytes, from ${manifest.publishedAt} on.`,
        `SHA-256     ${manifest.sha256}`,
        `Public key  ${formatPublicKey(keys.files)}`,
        ...(await describeOffer(shelf, manifest)),
      ],
      outcome: `published: ${platform} ${version}`,
    };
  },
};

/** To whom it is offered, where that is not everybody. */
async function describeOffer(shelf: ReleaseShelf, published: Manifest): Promise<string[]> {
  const { platform, version, publishedAt } = published;
  if (!platforms[platform].available) return [`${platform} is only announced: nobody is offered it yet.`];
  if (!isForEverybody(published))
    return [
      `${version} is a pre-release: neither the page nor a feed offers it, whoever knows its number can fetch it.`,
    ];
  const [highest] = (await readShelf(shelf, { publicKeys: [], demandsSeal: false }))
    .flatMap(({ manifest }) => manifest ?? [])
    .filter((each) => each.platform === platform && !each.withdrawnAt && each.publishedAt <= publishedAt)
    .filter(isForEverybody)
    .toSorted((one, other) => compareVersions(other, one));
  if (!highest || highest.version === version) return [];
  return [
    `${version} is lower than ${highest.version}, which page and feeds go on offering: nobody is offered ${version}.`,
  ];
}
