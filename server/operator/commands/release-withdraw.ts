import type { SettingsCommand } from '../../contract/command.ts';
import { changeRelease, keyUsage, readVersionOptions, versionUsage } from './change-release.ts';

/** Withdraws a version: it is no longer offered, and links to it answer 410. */
export const releaseWithdraw: SettingsCommand = {
  kind: 'settings',
  name: 'release withdraw',
  usage: `${versionUsage} ${keyUsage}`,
  summary: 'Withdraws a version: its links answer 410 from then on',
  async work(config, args) {
    return changeRelease(config, readVersionOptions(args), (manifest) => ({
      changed: { ...manifest, withdrawnAt: new Date().toISOString() },
      done: `Withdrawn: ${manifest.file}. The file itself is still there and may be deleted.`,
      outcome: 'withdrawn',
    }));
  },
};
