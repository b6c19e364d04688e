import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { version } from '../config/version.ts';
import {
  type CommandResult,
  commandLine,
  type DatabaseCommand,
  type OperatorCommand,
  OperatorMistake,
  resolvePaths,
  type ServiceCommand,
  type TransactionCommand,
} from '../contract/command.ts';
import type { Database } from '../database/database.ts';
import { dataFolderInUse } from '../database/folder-lock.ts';
import { DatabaseMissing } from '../database/migrations.ts';
import { openDatabase } from '../database/open-database.ts';
import { product } from '../features.ts';
import { isThere } from '../file-access.ts';
import { openServiceClock } from '../platform/clock/clock.ts';
import { recordAction } from '../platform/operator-actions/operator-actions.ts';
import { explainStartFailure } from '../start-failure.ts';
import { askPerson } from './ask.ts';
import { askServer } from './ask-server.ts';
import { describeCommands, findCommand } from './commands.ts';
import { ExplainedError } from './explained-error.mjs';
import { openService } from './open-service.ts';
import { performOn } from './perform.ts';
import { printLines } from './terminal.ts';

/** A server has it open. */
class DatabaseInUse extends ExplainedError {}

/** No server has ever worked on one. */
class NoDatabase extends ExplainedError {}

/** Runs one command as an operator typed it: tells on the terminal, and sets the exit code of this process where it failed. */
export async function operate(args: string[]): Promise<void> {
  if (args.length === 1 && args[0] === '--version') {
    console.log(version);
    return;
  }
  if (!args.length || args.includes('--help') || args.includes('-h')) {
    console.log(describeCommands());
    return;
  }
  const found = findCommand(args);
  if (!found) throw new ExplainedError(`There is no command "${args.join(' ')}".\n\n${describeCommands()}`);
  const { command, rest } = found;
  try {
    await call(command, resolvePaths(command, rest));
  } catch (error) {
    if (error instanceof ExplainedError || error instanceof ConfigError) throw error;
    if (!(error instanceof OperatorMistake)) throw new ExplainedError(explainStartFailure(error));
    throw new ExplainedError(`${error.message}\nUsage: ${commandLine} ${command.name} ${command.usage}`.trimEnd());
  }
}

async function call(command: OperatorCommand, args: string[]): Promise<void> {
  if (command.kind === 'files') {
    printLines(await command.write(args));
    return;
  }
  if (command.kind === 'settings') {
    if (command.allow) await askRecords(command.allow);
    const config = loadConfig({ isCommand: true });
    const done = await runAsking((given) => command.work(config, given), args);
    if (done) await recordWherePossible(command.name, done);
    return;
  }
  const runner = await openRunner(command);
  try {
    await runAsking(runner.run, args);
  } finally {
    await runner.end();
  }
}

interface Runner {
  run(args: string[]): Promise<CommandResult>;
  end(): Promise<void>;
}

/** Beside the server; or inside it, where that has the embedded database open. */
async function openRunner(command: TransactionCommand | DatabaseCommand | ServiceCommand): Promise<Runner> {
  try {
    const database = await open();
    const run = async (args: string[]) => performOn(await openService(loadConfig(), database), command, args);
    return { run, end: () => database.close() };
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    const run = async (args: string[]) => {
      const result = await askServer(loadConfig().dataDir, [...command.name.split(' '), ...args]);
      if (!result) throw error;
      console.log('Run by the server, which has the embedded database open.');
      return result;
    };
    return { run, end: async () => {} };
  }
}

/** Runs a command; where it asks, nothing is done, and undefined returned, before somebody has said yes. */
async function runAsking(run: Runner['run'], args: string[]): Promise<CommandResult | undefined> {
  const result = show(await run(args));
  if (!result.question) return result;
  const answer = await askPerson(result.question);
  if (answer) return show(await run(['--yes', ...args]));
  console.log(
    answer === false ? 'Nothing was done.' : 'Nothing was done: without a terminal, --yes says that it is right.',
  );
  process.exitCode = 1;
  return undefined;
}

function show(result: CommandResult): CommandResult {
  printLines(result.lines);
  if (result.failed) process.exitCode = 1;
  return result;
}

/** Where there are no records yet, none forbids anything. */
async function askRecords(allow: (database: Database, config: Config) => Promise<void>): Promise<void> {
  try {
    const database = await open();
    await allow(database, loadConfig()).finally(() => database.close());
  } catch (error) {
    if (!(error instanceof NoDatabase)) throw error;
    console.log(`${error.message} Without one, nobody has accepted anything.`);
  }
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
  const { now } = await openServiceClock(database);
  await recordAction(database.kysely, action, now()).finally(() => database.close());
  console.log(`Recorded: ${command}, ${outcome}.`);
}

async function open(): Promise<Database> {
  const { databaseUrl, databaseMigrationUrl, dataDir } = loadConfig({ isCommand: true });
  if (!isThere(dataDir)) throw new NoDatabase(`There is no data folder ${dataDir}: set DATA_DIR as the server has it.`);
  const { databaseContents: contents } = product;
  try {
    const database = await openDatabase({ databaseUrl, databaseMigrationUrl, dataDir, contents, mustExist: true });
    console.log(`Database: ${databaseUrl ? describeAddress(databaseUrl) : `the embedded one in ${dataDir}`}`);
    return database;
  } catch (error) {
    if (error instanceof DatabaseMissing) throw new NoDatabase(error.message);
    if (!(error instanceof Error) || !('code' in error) || error.code !== dataFolderInUse) throw error;
    throw new DatabaseInUse(
      `Another process has the embedded database in ${dataDir} open, and is no server that runs commands. ` +
        'End it, and run the command again. With PostgreSQL (DATABASE_URL) both work side by side.',
    );
  }
}

/** The address without user and password. */
function describeAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${pathname.slice(1)} at ${hostname || 'this machine'}${port && `:${port}`}`;
}
