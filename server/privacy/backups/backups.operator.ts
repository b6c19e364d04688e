import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { type CommandResult, OperatorMistake, readOptions, type ServiceCommand } from '../../contract/command.ts';
import { explainFileFault, isThere } from '../../file-access.ts';
import { endFileIn } from '../account-ends/account-ends.ts';
import { followReplayed } from '../closing/closing.ts';
import { told } from './backup-watch.ts';
import { backUp, isOver, type Proof, prove, removeExpiredDumps, restore } from './backups.ts';
import { UnusableDump } from './dump.ts';
import { dumpFolderIn, listDumps } from './dump-file.ts';
import { CopyFailed, copyTo } from './second-place.ts';

/** To be called every hour; while a server has the embedded database open, that one does it. */
export const backupRun: ServiceCommand = {
  kind: 'service',
  name: 'backup run',
  usage: '[--prove]',
  summary:
    'Writes a dump of the database without what closed accounts are about to lose, copies it to BACKUP_COPY, and removes dumps of 30 days ago. --prove: restores it before it is encrypted, looks at it and drops that',
  async work({ database, config, clock, databaseContents, retentionRules }, args) {
    const { values, positionals } = readOptions(args, { prove: { type: 'boolean', default: false } });
    if (positionals.length) throw new OperatorMistake('The command takes no arguments but --prove.');
    const now = clock.now();
    const { dataDir, version, backupRecipient: recipient } = config;
    const look = (file: string) =>
      withAnswer(async () => {
        const dump = { file, identity: undefined, dataDir, now };
        return describeProof(await prove(dump, { databaseContents, retentionRules }));
      });
    const options = { dataDir, version, recipient, now };
    const { seen: proved, ...kept } = await backUp(database, options, values.prove ? look : undefined);
    const removed = await removeExpiredDumps(dataDir, now);
    const copied = await copyElsewhere(config, kept.file, now);
    return {
      lines: [
        `${kept.file}  ${kept.bytes} bytes${recipient ? ', encrypted' : ''}`,
        ...(proved?.lines ?? []),
        `${removed} dumps were removed, because their time is over.`,
        ...copied.lines,
      ],
      outcome: [`${told.dumped}: ${kept.bytes} bytes`, proved?.outcome, copied.outcome].filter(Boolean).join(', '),
      failed: (proved?.failed ?? false) || (copied.failed ?? false),
    };
  },
};

/** The dump stays where it is, whatever becomes of its copy. */
async function copyElsewhere(
  { dataDir, backupCopy }: Pick<Config, 'dataDir' | 'backupCopy'>,
  dump: string,
  now: Date,
): Promise<Pick<CommandResult, 'lines' | 'failed'> & { outcome?: string }> {
  if (backupCopy === undefined)
    return { lines: ['Copy it to another machine, with account-ends.ndjson of the data folder, or set BACKUP_COPY.'] };
  try {
    const ends = endFileIn(dataDir);
    const files = [dump, ...(isThere(ends) ? [ends] : [])];
    const removed = await copyTo(backupCopy, files, (name) => isOver(name, now));
    return { lines: [`Copied to BACKUP_COPY; ${removed} dumps were removed there.`], outcome: told.copied };
  } catch (error) {
    if (!(error instanceof CopyFailed)) throw error;
    return { lines: [`NOT copied to BACKUP_COPY: ${error.message}`], outcome: 'no copy', failed: true };
  }
}

/** What a proof has found. */
function describeProof({
  rows,
  replayed,
  overdue,
  seconds,
}: Proof): Pick<CommandResult, 'lines' | 'outcome' | 'failed'> {
  const isClean = !overdue.length;
  return {
    lines: [
      `${rows} rows restored, ${replayed} ends of accounts since then replayed, in ${seconds.toFixed(1)} s.`,
      ...overdue.map(({ table, records }) => `${table}: ${records} past their promise`),
      isClean ? 'Nothing in it is kept longer than promised.' : 'Something in it is KEPT LONGER THAN PROMISED.',
    ],
    outcome: isClean ? `${told.proven}: ${rows} rows` : 'not clean',
    failed: !isClean,
  };
}

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
      const proof = await prove({ ...choice, dataDir, now: clock.now() }, { databaseContents, retentionRules });
      const { lines, ...found } = describeProof(proof);
      const { madeAt, version } = proof.head;
      return { lines: [`${choice.file}: made at ${madeAt} by version ${version}.`, ...lines], ...found };
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
