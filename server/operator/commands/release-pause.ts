import { OperatorMistake, type SettingsCommand } from '../../contract/command.ts';
import { changeRelease, keyUsage, readVersionOptions, versionUsage } from './change-release.ts';

/** Pauses a version: it is offered to nobody, and whoever has begun to fetch it can go on. */
export const releasePause: SettingsCommand = {
  kind: 'settings',
  name: 'release pause',
  usage: `${versionUsage} ${keyUsage}`,
  summary: 'Offers a version to nobody for now; whoever has begun to fetch it can go on',
  async work(config, args) {
    return changeRelease(config, readVersionOptions(args), (manifest) => {
      if (manifest.pausedAt) throw new OperatorMistake(`It is paused since ${manifest.pausedAt}.`);
      return {
        changed: { ...manifest, pausedAt: new Date().toISOString() },
        done: `Paused: ${manifest.version}. Only who has begun to fetch it can go on.`,
        outcome: 'paused',
      };
    });
  },
};

/** Ends a pause: the version is offered again to whom it was. */
export const releaseResume: SettingsCommand = {
  kind: 'settings',
  name: 'release resume',
  usage: `${versionUsage} ${keyUsage}`,
  summary: 'Offers a paused version again, to as many as before',
  async work(config, args) {
    return changeRelease(config, readVersionOptions(args), ({ pausedAt, ...changed }) => {
      if (!pausedAt) throw new OperatorMistake('It is not paused.');
      return { changed, done: `Resumed: ${changed.version}.`, outcome: 'resumed' };
    });
  },
};
