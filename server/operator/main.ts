/** `npm run operator -- <command>`: what operators do by hand. Every command says what it did, and that is recorded. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { runCommand } from '../../scripts/commands/command.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { dataFolderInUse } from '../database/folder-lock.ts';
import { DatabaseMissing } from '../database/migrations.ts';
import type { Queries } from '../database/schema.ts';
import { type FileCommand, type OperatorCommand, OperatorMistake, type ReleaseCommand } from './command.ts';
import { accountEnd, accountRestore } from './commands/account-end.ts';
import { accountShow } from './commands/account-show.ts';
import { downloadsList } from './commands/downloads-list.ts';
import { legalPublish } from './commands/legal-publish.ts';
import { proofAcceptance } from './commands/proof-acceptance.ts';
import { proofConsent } from './commands/proof-consent.ts';
import { releaseKey } from './commands/release-key.ts';
import { releasePublish } from './commands/release-publish.ts';
import { releaseVerify } from './commands/release-verify.ts';
import { releaseWithdraw } from './commands/release-withdraw.ts';
import { retentionReport } from './commands/retention-report.ts';
import { retentionRun } from './commands/retention-run.ts';
import { statisticsShow } from './commands/statistics-show.ts';

/** Every command, in the order of `--help`. */
const commands: (OperatorCommand | FileCommand | ReleaseCommand)[] = [
  accountShow,
  accountEnd,
  accountRestore,
  downloadsList,
  releasePublish,
  releaseWithdraw,
  releaseVerify,
  releaseKey,
  proofAcceptance,
  legalPublish,
  proofConsent,
  retentionRun,
  retentionReport,
  statisticsShow,
];

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
    if ('write' in command) console.log(command.write(rest).join('\n'));
    else if ('work' in command) await performOnReleases(command, rest);
    else console.log((await performOnDatabase(command, rest)).join('\n'));
  } catch (error) {
    if (!(error instanceof OperatorMistake)) throw error;
    throw new ExplainedError(`${error.message}\nUsage: npm run operator -- ${command.name} ${command.usage}`.trimEnd());
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

/** Done first and recorded afterwards: a release is out whether or not there is a database to note it in. */
async function performOnReleases(command: ReleaseCommand, args: string[]): Promise<void> {
  const { lines, outcome, failed } = await command.work(loadConfig(), args);
  console.log(lines.join('\n'));
  if (failed) process.exitCode = 1;
  let database: Database;
  try {
    database = await open();
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    console.log('Not recorded: the database cannot be opened beside a server, or there is none yet.');
    return;
  }
  await record(database.kysely, command.name, { outcome, subject: null }).finally(() => database.close());
  console.log(`Recorded: ${command.name}, ${outcome}.`);
}

/** Runs the command and records it, both or neither. */
async function perform(database: Database, command: OperatorCommand, args: string[]): Promise<string[]> {
  return database.kysely.transaction().execute(async (trx) => {
    const { lines, outcome, subject } = await command.run(trx, args);
    await record(trx, command.name, { subject, outcome });
    return [...lines, `Recorded: ${command.name}, ${outcome}.`];
  });
}

async function record(
  queries: Queries,
  command: string,
  { subject, outcome }: { subject: string | null; outcome: string },
): Promise<void> {
  const actor = os.userInfo().username;
  await queries
    .insertInto('operator_actions')
    .values({ id: randomUUID(), command, subject, outcome, actor, performed_at: new Date() })
    .execute();
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
  return [
    'npm run operator -- <command>',
    '',
    ...commands.map(({ summary }, index) => `  ${calls[index]?.trimEnd()}\n      ${summary}`),
    '',
    'Commands work on the database of DATABASE_URL, or on the embedded one in DATA_DIR. Each one is recorded.',
    'Those of releases work on RELEASES_DIR or the bucket, also beside a server. Those that publish documents write',
    'files of this repository instead; commit them, and build.',
  ].join('\n');
}
