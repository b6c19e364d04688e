import { OperatorMistake, type SettingsCommand } from '../../contract/command.ts';
import { listFileFaults } from '../releases/check-release.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { readShelf } from '../releases/release-shelf.ts';

/** Rereads every byte of every release. */
export const releaseVerify: SettingsCommand = {
  kind: 'settings',
  name: 'release verify',
  usage: '',
  summary: 'Reads all releases again and compares them with their manifests and signatures',
  async work(config, args) {
    if (args.length) throw new OperatorMistake('It takes no arguments.');
    const shelf = openShelf(config);
    const { publicKeys = [] } = config.releases;
    const trust = { publicKeys, demandsSeal: publicKeys.length > 0 || config.isPublic };
    const lines: string[] = [];
    let faulty = 0;
    for (const { name, manifest, fault } of await readShelf(shelf, trust)) {
      const faults = fault === undefined ? [] : [fault];
      if (manifest && !manifest.withdrawnAt) faults.push(...(await listFileFaults(shelf, manifest)));
      const state = manifest?.withdrawnAt ? `withdrawn since ${manifest.withdrawnAt}` : 'as published';
      if (faults.length) faulty += 1;
      lines.push(
        `${name}: ${faults.length ? `FAULTY: ${faults.join('; ')}` : state}${manifest && !manifest.seal ? ', not signed' : ''}`,
      );
    }
    const count = lines.length;
    return {
      lines: [...lines, `${count} releases in ${shelf.place}, ${faulty} faulty.`],
      outcome: `verified: ${count}, faulty: ${faulty}`,
      failed: faulty > 0,
    };
  },
};
