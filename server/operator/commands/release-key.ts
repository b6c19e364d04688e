import { OperatorMistake, readOptions, type SettingsCommand } from '../../contract/command.ts';
import { formatPublicKey, formatPublicKeyFile } from '../../delivery/releases/minisign.ts';
import { keyOptions, keyUsage, readReleaseKeys } from '../releases/release-key.ts';

/** Shows the public half of the key that signs releases. */
export const releaseKey: SettingsCommand = {
  kind: 'settings',
  name: 'release key',
  usage: keyUsage,
  summary: 'Shows the public keys, RELEASES_PUBLIC_KEY among them; makes the key where there is none',
  async work(config, args) {
    const { values, positionals } = readOptions(args, keyOptions);
    if (positionals.length) throw new OperatorMistake('Name the file with --key.');
    const { manifests, files, sparkle } = await readReleaseKeys(config, values, true);
    return {
      lines: [
        `RELEASES_PUBLIC_KEY=${formatPublicKey(manifests)}`,
        `Key of files, for minisign: ${formatPublicKey(files)}`,
        `Key of files, for Tauri (pubkey): ${Buffer.from(formatPublicKeyFile(files)).toString('base64')}`,
        `Key for Sparkle (SUPublicEDKey): ${sparkle.publicKey.toString('base64')}`,
      ],
      outcome: 'shown: public keys',
    };
  },
};
