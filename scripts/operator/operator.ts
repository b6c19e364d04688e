/** `npm run operator -- <command>`: what operators do by hand. Every command says what it did, and that is recorded. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { loadConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { dataFolderInUse } from '../../server/database/folder-lock.ts';
import { DatabaseMissing } from '../../server/database/migrations.ts';
import { runCommand } from '../commands/command.ts';
import { ExplainedError } from '../commands/step.mjs';
import { accountShow } from './commands/account-show.ts';
import { downloadsList } from './commands/downloads-list.ts';
import { legalPublish } from './commands/legal-publish.ts';
import { type FileCommand, type OperatorCommand, OperatorMistake } from './operator-command.ts';

/** Every command, in the order of `--help`. */
const commands: (OperatorCommand | FileCommand)[] = [accountShow, downloadsList, legalPublish];

await runCommand(() => operate(process.argv.slice(2)));

async function operate(args: string[]): Promise<void> {
  if (!args.length || args.includes('--help') || args.includes('-h')) {
    console.log(describeCommands());
    return;
  }
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (!command) throw new ExplainedError(`There is no command "${args.join(' ')}".\n\n${describeCommands()}`);
  const rest = args.slice(command.name.split(' ').length);
  try {
    const lines = 'write' in command ? command.write(rest) : await performOnDatabase(command, rest);
    console.log(lines.join('\n'));
  } catch (error) {
    if (!(error instanceof OperatorMistake)) throw error;
    throw new ExplainedError(`${error.message}\nUsage: npm run operator -- ${command.name} ${command.usage}`);
  }
}

async function performOnDatabase(command: OperatorCommand, args: string[]): Promise<string[]> {
  const database = await open();
  try {
    return await perform(database, command, args);
  } finally {
    await database.close();
  }
}

/** Runs the command and records it, both or neither. */
async function perform(database: Database, command: OperatorCommand, args: string[]): Promise<string[]> {
  return database.kysely.transaction().execute(async (trx) => {
    const { lines, outcome, subject } = await command.run(trx, args);
    await trx
      .insertInto('operator_actions')
      .values({
        id: randomUUID(),
        command: command.name,
        subject,
        outcome,
        actor: os.userInfo().username,
        performed_at: new Date(),
      })
      .execute();
    return [...lines, `Recorded: ${command.name}, ${outcome}.`];
  });
}

async function open(): Promise<Database> {
  const { databaseUrl, dataDir } = loadConfig();
  try {
    const database = await openDatabase({ databaseUrl, dataDir, mustExist: true });
    console.log(`Database: ${databaseUrl ? describeAddress(databaseUrl) : `the embedded one in ${dataDir}`}`);
    return database;
  } catch (error) {
    if (error instanceof DatabaseMissing) throw new ExplainedError(error.message);
    if (!(error instanceof Error) || !('code' in error) || error.code !== dataFolderInUse) throw error;
    throw new ExplainedError(
      `The server is running on the embedded database in ${dataDir}, which only one process can open. ` +
        'Stop the server, run the command, and start it again. With PostgreSQL (DATABASE_URL) both work side by side.',
    );
  }
}

/** Without the user and the password. */
function describeAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${pathname.slice(1)} at ${hostname || 'this machine'}${port && `:${port}`}`;
}

function describeCommands(): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`);
  const width = Math.max(...calls.map((call) => call.length));
  return [
    'npm run operator -- <command>',
    '',
    ...commands.map(({ summary }, index) => `  ${calls[index]?.padEnd(width)}  ${summary}`),
    '',
    'Commands work on the database of DATABASE_URL, or on the embedded one in DATA_DIR. Each one is recorded.',
    'Those that publish write files of this repository instead; commit them, and build.',
  ].join('\n');
}
