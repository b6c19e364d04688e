import { readManifest } from '../../features/releases/manifest.ts';
import { OperatorMistake, type SettingsCommand } from '../command.ts';
import { listFileFaults } from '../releases/check-release.ts';
import { openShelf } from '../releases/open-shelf.ts';

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
    for (const [name, text] of await shelf.manifests()) {
      const faults: string[] = [];
      let state = 'as published';
      try {
        const manifest = readManifest(text, trust);
        if (manifest.withdrawnAt) state = `withdrawn since ${manifest.withdrawnAt}`;
        else faults.push(...(await listFileFaults(shelf, manifest)));
        if (!manifest.seal) state += ', not signed';
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
      if (faults.length) faulty += 1;
      lines.push(`${name}: ${faults.length ? `FAULTY: ${faults.join('; ')}` : state}`);
    }
    const count = lines.length;
    return {
      lines: [...lines, `${count} releases in ${shelf.place}, ${faulty} faulty.`],
      outcome: `verified: ${count}, faulty: ${faulty}`,
      failed: faulty > 0,
    };
  },
};
