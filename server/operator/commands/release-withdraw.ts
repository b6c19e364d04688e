import type { SettingsCommand } from '../../contract/command.ts';
import type { Manifest } from '../../delivery/releases/manifest.ts';
import { changeRelease, keyUsage, readVersionOptions, versionUsage } from './change-release.ts';

/** Withdraws a version: it is no longer offered, and links to it answer 410. */
export const releaseWithdraw: SettingsCommand = {
  kind: 'settings',
  name: 'release withdraw',
  usage: `${versionUsage} ${keyUsage}`,
  summary: 'Withdraws a version: its links answer 410 from then on',
  async work(config, args) {
    const withdraw = (manifest: Manifest) => ({
      changed: { ...manifest, withdrawnAt: new Date().toISOString() },
      done: `Withdrawn: ${manifest.file}. The file itself is still there and may be deleted.`,
      outcome: 'withdrawn',
    });
    // Also what has lost its seal may be sealed here: nobody is offered it any more.
    return changeRelease(config, readVersionOptions(args), withdraw, false);
  },
};
