import { OperatorMistake, readOptions, type SettingsCommand } from '../../contract/command.ts';
import { whole } from '../../delivery/releases/rollout.ts';
import { changeRelease, keyUsage, versionOptions, versionUsage } from './change-release.ts';

/** A share of the apps as the option `--percent` gives it; the manifest names it only where it is not all of them. */
export function readShare(percent: string | undefined): { stagingPercentage?: number } {
  const share = /^\d{1,3}$/.test(percent ?? '') ? Number(percent) : Number.NaN;
  if (!(share <= whole)) throw new OperatorMistake(`--percent must be a whole number from 0 to ${whole}.`);
  return share === whole ? {} : { stagingPercentage: share };
}

/** Changes to how many of a hundred apps a version is offered. */
export const releaseStage: SettingsCommand = {
  kind: 'settings',
  name: 'release stage',
  usage: `${versionUsage} --percent <0 to 100> ${keyUsage}`,
  summary: 'Offers a version to this share of the apps; page and new downloads get it at 100',
  async work(config, args) {
    const { values, positionals } = readOptions(args, { ...versionOptions, percent: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('Give the share with --percent.');
    const share = readShare(values.percent);
    return changeRelease(config, values, ({ stagingPercentage: _, ...manifest }) => ({
      changed: { ...manifest, ...share },
      done: `Staged: ${manifest.version} for ${values.percent} %${manifest.pausedAt ? ', once it is resumed' : ''}.`,
      outcome: `staged at ${values.percent} %`,
    }));
  },
};
