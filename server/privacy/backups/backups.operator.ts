import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CommandResult, OperatorMistake, readOptions, type ServiceCommand } from '../../contract/command.ts';
import { explainFileFault, isThere } from '../../file-access.ts';
import { followReplayed } from '../closing/closing.ts';
import { backUp, prove, removeExpiredDumps, restore } from './backups.ts';
import { UnusableDump } from './dump.ts';
import { dumpFolderIn, listDumps } from './dump-file.ts';

/** To be called every hour; while a server has the embedded database open, that one does it. */
export const backupRun: ServiceCommand = {
  kind: 'service',
  name: 'backup run',
  usage: '',
  summary:
    'Writes a dump of the database without what closed accounts are about to lose, and removes dumps of 30 days ago',
  async work({ database, config, clock }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const now = clock.now();
    const { dataDir, version, backupRecipient: recipient } = config;
    const { file, bytes } = await backUp(database, { dataDir, version, recipient, now });
    const removed = await removeExpiredDumps(dataDir, now);
    return {
      lines: [
        `${file}  ${bytes} bytes${recipient ? ', encrypted' : ''}`,
        `${removed} dumps were removed, because their time is over.`,
        'Copy it to another machine, and account-ends.ndjson of the data folder to yet another place.',
      ],
      outcome: `dumped: ${bytes} bytes`,
    };
  },
};

/** What is needed to open a dump: its own path or the newest, and a file with an age key. */
async function readChoice(args: string[], dataDir: string): Promise<{ file: string; identity: string | undefined }> {
  const { values, positionals } = readOptions(args, { identity: { type: 'string' } });
  if (positionals.length > 1) throw new OperatorMistake('Give one dump at most.');
  const newest = (await listDumps(dataDir)).at(-1)?.file;
  const given = positionals[0] === undefined ? newest : path.resolve(positionals[0]);
  // A name alone is looked for among the dumps, too.
  const kept = given && path.join(dumpFolderIn(dataDir), path.basename(given));
  const file = given && kept && !isThere(given) && isThere(kept) ? kept : given;
  if (!file) throw new OperatorMistake(`There is no dump in ${dumpFolderIn(dataDir)}.`);
  if (values.identity === undefined) return { file, identity: undefined };
  const text = await readFile(values.identity, 'utf8').catch((error) => {
    throw new OperatorMistake(explainFileFault(error) ?? `${values.identity} cannot be read.`);
  });
  const identity = /^AGE-SECRET-KEY-1\S+$/m.exec(text)?.[0];
  if (!identity) throw new OperatorMistake('--identity is a file with a line AGE-SECRET-KEY-1….');
  return { file, identity };
}

/** An unusable dump is an answer, and no fault of ours. */
async function withAnswer(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableDump)) throw error;
    return { lines: [`NOT restored: ${error.message}`], outcome: 'unusable dump', failed: true };
  }
}

export const backupProve: ServiceCommand = {
  kind: 'service',
  name: 'backup prove',
  usage: '[<dump>] [--identity <file with an age key>]',
  firstPath: 0,
  summary: 'Restores the newest or a given dump into a database of its own, looks at it and drops it',
  async work({ config, clock, databaseContents, retentionRules }, args) {
    const { dataDir } = config;
    const choice = await readChoice(args, dataDir);
    return withAnswer(async () => {
      const { head, rows, replayed, overdue, seconds } = await prove(
        { ...choice, dataDir, now: clock.now() },
        { databaseContents, retentionRules },
      );
      const isClean = !overdue.length;
      return {
        lines: [
          `${choice.file}: made at ${head.madeAt} by version ${head.version}.`,
          `${rows} rows restored, ${replayed} ends of accounts since then replayed, in ${seconds.toFixed(1)} s.`,
          ...overdue.map(({ table, records }) => `${table}: ${records} past their promise`),
          isClean ? 'Nothing in it is kept longer than promised.' : 'Something in it is KEPT LONGER THAN PROMISED.',
        ],
        outcome: isClean ? `proven: ${rows} rows` : 'not clean',
        failed: !isClean,
      };
    });
  },
};

export const backupRestore: ServiceCommand = {
  kind: 'service',
  name: 'backup restore',
  usage: '<dump> [--identity <file with an age key>]',
  firstPath: 0,
  summary: 'Fills an empty database from a dump, and ends the accounts that have ended since',
  async work({ database, config, clock, retentionRules }, args) {
    const { dataDir } = config;
    if (!args.length) throw new OperatorMistake('Give the dump.');
    const choice = await readChoice(args, dataDir);
    return withAnswer(async () => {
      const follow = followReplayed({ config, clock: clock.now });
      const where = { ...choice, dataDir, now: clock.now(), follow };
      const { head, rows, replayed } = await restore(database, where, retentionRules);
      return {
        lines: [
          `${choice.file}: ${rows} rows of ${head.madeAt} are restored, and ${replayed} ends of accounts since then.`,
          'Of accounts that were closed at the time of the dump it holds no personal data: those are erased, and whoever kept theirs since goes on without.',
          `What was corrected since ${head.madeAt} is lost, names, addresses and countries: write to those whom you can find that they look at their data.`,
          'Mails that were due since the dump may have left: "mail list --state unknown" has those that are not sent again by themselves.',
        ],
        outcome: `restored: ${rows} rows, replayed: ${replayed}`,
      };
    });
  },
};
