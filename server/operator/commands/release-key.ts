import { formatPublicKey } from '../../features/releases/minisign.ts';
import { OperatorMistake, type ReleaseCommand, readOptions } from '../command.ts';
import { readReleaseKey } from '../releases/release-key.ts';

/** Shows the public half of the key that signs releases. */
export const releaseKey: ReleaseCommand = {
  kind: 'releases',
  name: 'release key',
  usage: '[--key <file>]',
  summary: 'Shows the public key for RELEASES_PUBLIC_KEY; makes the key in DATA_DIR where there is none',
  async work(config, args) {
    const { values, positionals } = readOptions(args, { key: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('Name the file with --key.');
    const publicKey = formatPublicKey(readReleaseKey(config, values.key, true));
    return { lines: [`RELEASES_PUBLIC_KEY=${publicKey}`], outcome: 'shown: public key' };
  },
};
