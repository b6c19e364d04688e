import { commandLine, type OperatorCommand } from '../contract/command.ts';
import { product } from '../features.ts';
import { doctor } from './commands/doctor.ts';
import { legalFound } from './commands/legal-found.ts';
import { legalPublish } from './commands/legal-publish.ts';
import { mailDns } from './commands/mail-dns.ts';
import { mailPreview } from './commands/mail-preview.ts';

/**
 * Every command, in the order of `--help`. Publishing documents writes files of this repository and belongs to no
 * feature; the preview of mails needs all features.
 */
const commands: readonly OperatorCommand[] = [
  ...product.commands,
  doctor,
  mailPreview,
  mailDns,
  legalFound,
  legalPublish,
];

/** The command that `args` begin with, and what follows its name. */
export function findCommand(args: readonly string[]): { command: OperatorCommand; rest: string[] } | undefined {
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  return command && { command, rest: args.slice(command.name.split(' ').length) };
}

export function describeCommands(): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`);
  return [
    `${commandLine} <command>`,
    '',
    ...commands.map(({ summary }, index) => `  ${calls[index]?.trimEnd()}\n      ${summary}`),
    '',
    '--version says which version of the software this is: the day of its commit and the commit.',
    'Commands work on the database of DATABASE_URL, or on the embedded one in DATA_DIR. Each one is recorded.',
    'Those of releases work on RELEASES_DIR or the bucket, also beside a server. Those that publish documents write',
    'files of this repository instead; commit them, and build.',
  ].join('\n');
}
