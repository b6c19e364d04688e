import { existsSync, statSync } from 'node:fs';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { OperatorMistake, readOptions, requirePlatform, type SettingsCommand } from '../../contract/command.ts';
import { isComponentName, isReleaseVersion, type Manifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey } from '../../delivery/releases/minisign.ts';
import { appComponent } from '../../delivery/releases/release.ts';
import { carefulOptions, carefulUsage } from '../careful.ts';
import { type ComponentFile, endingOf, requireFittingBlockMap } from '../releases/component-files.ts';
import { describeOffers } from '../releases/describe-offers.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { publishRelease, readNotes } from '../releases/publish-release.ts';
import { keyOptions, keyUsage, readReleaseKeys } from '../releases/release-key.ts';
import { type ReleaseShelf, readManifests, readShelf } from '../releases/release-shelf.ts';
import { readShare } from './release-stage.ts';

/** Turns a file into a release that people can download. */
export const releasePublish: SettingsCommand = {
  kind: 'settings',
  name: 'release publish',
  usage:
    '<file> --platform <platform> --version <version> --notes <folder> ' +
    `[--component <name>=<file>]… [--minimum-system <version>] [--percent <0 to 100>] [--at <time>] ${keyUsage} [--link] ${carefulUsage}`,
  summary:
    'Tells who will be offered it, then hashes, signs and publishes a file; the notes are <language>.md in the folder',
  async work(config, args) {
    const { values, positionals } = readOptions(args, {
      platform: { type: 'string' },
      version: { type: 'string' },
      notes: { type: 'string' },
      'minimum-system': { type: 'string' },
      component: { type: 'string', multiple: true, default: [] },
      percent: { type: 'string' },
      at: { type: 'string' },
      ...keyOptions,
      link: { type: 'boolean' },
      ...carefulOptions,
    });
    const [sourcePath, ...rest] = positionals;
    if (!sourcePath || rest.length) throw new OperatorMistake('Give one file.');
    const platform = requirePlatform(values.platform);
    const { version = '' } = values;
    if (!isReleaseVersion(version))
      throw new OperatorMistake(
        '--version must be a version by SemVer, like 1.2.0 or 1.2.0-beta.1, without leading zeros and without build metadata.',
      );
    const ending = requireInstaller(sourcePath, platform);
    const components = readComponents(values.component, platform);
    requireFittingBlockMap(components.find(({ name }) => name === appComponent)?.sourcePath ?? sourcePath);
    const publishedAt = values.at === undefined ? new Date() : new Date(values.at);
    if (Number.isNaN(publishedAt.getTime()))
      throw new OperatorMistake('--at must be a time like 2026-08-01T08:00:00Z.');
    if (values.notes === undefined) throw new OperatorMistake('--notes is missing.');
    const notes = readNotes(values.notes);
    const share = readShare(values.percent ?? '100');
    const keys = await readReleaseKeys(config, values, !config.isPublic && values.key === undefined);
    const shelf = openShelf(config, keys);
    const foreseen = await foresee(shelf, { platform, version, publishedAt: publishedAt.toISOString(), ...share });
    if (values['dry-run']) return { lines: [...foreseen, 'Nothing was published.'], outcome: 'tried' };
    if (!values.yes) return { lines: foreseen, question: `Publish ${version}?`, outcome: 'asked' };
    const manifest = await publishRelease(shelf, keys, {
      platform,
      version,
      sourcePath,
      ending,
      components,
      minimumSystem: values['minimum-system'] ?? platforms[platform].testedVersions[0],
      notes,
      publishedAt,
      share,
      mayLink: values.link ?? false,
    });
    return {
      lines: [
        ...foreseen,
        `Published ${manifest.file}, ${manifest.size} bytes, from ${manifest.publishedAt} on.`,
        ...(manifest.components ?? []).map(({ file, size }) => `With ${file}, ${size} bytes.`),
        `SHA-256     ${manifest.sha256}`,
        `Public key  ${formatPublicKey(keys.files)}`,
      ],
      outcome: `published: ${platform} ${version}`,
    };
  },
};

/** Files of components by their names; one of them is the app. Throws `OperatorMistake`. */
function readComponents(given: readonly string[], platform: Platform): ComponentFile[] {
  const components = given.map((each) => {
    const [, name = '', sourcePath = ''] = /^([^=]*)=(.*)$/.exec(each) ?? [];
    if (!isComponentName(name)) throw new OperatorMistake(`--component must be like models=models.bin, not ${each}.`);
    if (name === appComponent) return { name, sourcePath, ending: requireInstaller(sourcePath, platform) };
    requireFile(sourcePath);
    return { name, sourcePath, ending: endingOf(sourcePath) };
  });
  const names = components.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new OperatorMistake('Each component needs a name of its own.');
  if (names.length && !names.includes(appComponent))
    throw new OperatorMistake(`One --component must be ${appComponent}=<file>: update programs fetch it.`);
  return components;
}

/** The ending of a file that installs the app on this platform. Throws `OperatorMistake`. */
function requireInstaller(sourcePath: string, platform: Platform): string {
  requireFile(sourcePath);
  const { name, endings } = platforms[platform];
  const ending = endings.find((each) => sourcePath.toLowerCase().endsWith(each));
  if (!ending)
    throw new OperatorMistake(`${sourcePath} installs nothing on ${name}: its name must end in ${endings.join(', ')}.`);
  return ending;
}

function requireFile(sourcePath: string): void {
  if (!existsSync(sourcePath) || !statSync(sourcePath).isFile() || !statSync(sourcePath).size)
    throw new OperatorMistake(`${sourcePath} is not a file with something in it.`);
}

type Planned = Pick<Manifest, 'platform' | 'version' | 'publishedAt' | 'stagingPercentage'>;

/** Who will be offered what once it is published, and what is odd about that. */
async function foresee(shelf: ReleaseShelf, planned: Planned): Promise<string[]> {
  const { platform, version, publishedAt } = planned;
  const present = readManifests(await readShelf(shelf, { publicKeys: [], demandsSeal: false }));
  if (present.some((each) => each.platform === platform && each.version === version))
    throw new OperatorMistake(`Version ${version} for ${platform} is published already.`);
  const offers = describeOffers([...present, planned], platform, new Date(publishedAt));
  return [
    `${version} for ${platform}, from ${publishedAt} on:`,
    ...offers,
    ...(offers.some((each) => each.split(/[ ,]+/).includes(version)) ? [] : [`Nobody is offered ${version}.`]),
  ];
}
