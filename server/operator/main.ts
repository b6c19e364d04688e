/**
 * `node_modules/.bin/node server/operator/main.ts <command>`, in development also `npm run operator -- <command>`: what operators do by hand.
 * Every command says what it did, and that is recorded. It runs on production's packages alone and installs none.
 */
import { runCommand } from '../../scripts/commands/command.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { dataFolderInUse } from '../database/folder-lock.ts';
import { DatabaseMissing } from '../database/migrations.ts';
import { product } from '../features/index.ts';
import { recordAction } from '../features/operator-actions/operator-actions.ts';
import { type CommandResult, commandLine, type OperatorCommand, OperatorMistake } from './command.ts';
import { legalPublish } from './commands/legal-publish.ts';
import { perform } from './perform.ts';

/**
 * Every command, in the order of `--help`. Publishing documents writes files of this repository and belongs to no
 * feature.
 */
const commands: readonly OperatorCommand[] = [...product.commands, legalPublish];

const clock = () => new Date();

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
    await call(command, rest);
  } catch (error) {
    if (!(error instanceof OperatorMistake)) throw error;
    throw new ExplainedError(`${error.message}\nUsage: ${commandLine} ${command.name} ${command.usage}`.trimEnd());
  }
}

async function call(command: OperatorCommand, args: string[]): Promise<void> {
  if (command.kind === 'files') {
    console.log(command.write(args).join('\n'));
    return;
  }
  if (command.kind === 'releases') {
    const result = show(await command.work(loadConfig(), args));
    await recordWherePossible(command.name, result);
    return;
  }
  const database = await open();
  try {
    show(await perform(database, command, args, { ...product, clock }));
  } finally {
    await database.close();
  }
}

function show(result: CommandResult): CommandResult {
  console.log(result.lines.join('\n'));
  if (result.failed) process.exitCode = 1;
  return result;
}

/** A release is out whether or not there is a database to record it in. */
async function recordWherePossible(command: string, { outcome }: CommandResult): Promise<void> {
  let database: Database;
  try {
    database = await open();
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    console.log('Not recorded: the database cannot be opened beside a server, or there is none yet.');
    return;
  }
  const action = { command, outcome, subject: null };
  await recordAction(database.kysely, action, clock()).finally(() => database.close());
  console.log(`Recorded: ${command}, ${outcome}.`);
}

async function open(): Promise<Database> {
  const { databaseUrl, databaseMigrationUrl, dataDir } = loadConfig();
  const { databaseContents: contents } = product;
  try {
    const database = await openDatabase({ databaseUrl, databaseMigrationUrl, dataDir, contents, mustExist: true });
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

/** The address without user and password. */
function describeAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${pathname.slice(1)} at ${hostname || 'this machine'}${port && `:${port}`}`;
}

function describeCommands(): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`);
  return [
    `${commandLine} <command>`,
    '',
    ...commands.map(({ summary }, index) => `  ${calls[index]?.trimEnd()}\n      ${summary}`),
    '',
    'Commands work on the database of DATABASE_URL, or on the embedded one in DATA_DIR. Each one is recorded.',
    'Those of releases work on RELEASES_DIR or the bucket, also beside a server. Those that publish documents write',
    'files of this repository instead; commit them, and build.',
  ].join('\n');
}
