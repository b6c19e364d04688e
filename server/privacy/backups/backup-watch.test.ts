import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { armor, Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backups } from '../../../shared/business/backups.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { type OperatorCommand, OperatorMistake } from '../../contract/command.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { performOn } from '../../operator/perform.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { backupWatchJob } from './backup-watch.ts';

const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'second-place-'));
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const hasRclone = spawnSync('rclone', ['version']).status === 0;

let api: TestApi;
let clock: ServiceClock;
beforeAll(async () => {
  api = await createTestApi({ BACKUP_RECIPIENT: recipient, BACKUP_COPY: elsewhere });
  clock = await openServiceClock(api.database);
});
afterAll(async () => {
  await api.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

async function operate(name: string, args: string[] = [], changed: Partial<TestApi['config']> = {}) {
  const { database, config, runDueJobs } = api;
  const found = product.commands.find((each) => each.name === name) as OperatorCommand & { kind: 'service' };
  const service = { isPublic: false, config: { ...config, ...changed }, database, ...product, runDueJobs, clock };
  return performOn(service, found, args);
}
const text = ({ lines }: { lines: string[] }) => lines.join('\n');
async function moveBy(ms: number) {
  await clock.moveTo(new Date(clock.now().getTime() + ms));
  api.time.now = clock.now();
}
const statusOf = async () => text(await operate('backup status'));

it('asks nobody for backups while there is nobody whose data could be lost', async () => {
  expect(await operate('backup status')).toMatchObject({ failed: false, outcome: 'overdue: 0' });
});

it('says what is overdue, and what has been done, such as a proof of what nobody here can read', async () => {
  await api.database.kysely
    .insertInto('accounts')
    .values(anAccount({ id: 'user_watched', created_at: clock.now() }))
    .execute();
  expect(await statusOf()).toMatch(
    /A dump: never\nA proof: never\nA copy elsewhere: never\nThe key .*: never, OVERDUE/,
  );
  await moveBy(backups.lateAfterHours * hourMs);
  expect(await statusOf()).toMatch(
    /A dump: never, OVERDUE .*backup run\nA proof: never\nA copy elsewhere: never, OVERDUE/,
  );
  const ran = await operate('backup run');
  expect(ran).toMatchObject({ failed: false, outcome: expect.stringMatching(/^dumped: \d+ bytes, copied$/) });
  await moveBy(backups.unprovedAfterHours * hourMs);
  expect(await statusOf()).toMatch(/A dump: last .*OVERDUE.*\nA proof: never, OVERDUE .*--prove\n/);
  // Before nobody here can read it any more, and nothing of it is left in clear.
  const proved = await operate('backup run', ['--prove']);
  expect(proved).toMatchObject({
    failed: false,
    outcome: expect.stringMatching(/^dumped: \d+ bytes, proven: \d+ rows, copied$/),
  });
  expect(text(proved)).toMatch(/\.dump\.gz\.age {2}\d+ bytes, encrypted\n\d+ rows restored/);
  expect(readdirSync(path.join(api.config.dataDir, 'proofs'))).toEqual([]);
  expect(await statusOf()).toMatch(/A dump: last on \S+\nA proof: last on \S+\nA copy elsewhere: last on \S+\nThe key/);
});

it('tells operators of it by mail, once a day, and only where other people’s data are', async () => {
  await moveBy(3 * dayMs);
  const { config, database, jobs, app } = api;
  const told = () =>
    database.kysely.selectFrom('mails').select('message').where('kind', '=', 'operator-notice').execute();
  const watch = (isPublic: boolean) =>
    backupWatchJob.handle(
      { ...product, config: { ...config, isPublic }, database, jobs, log: app.log, clock: clock.now } as never,
      undefined as never,
    );
  await watch(false);
  expect(await told()).toHaveLength(0);
  await watch(true);
  await watch(true);
  const mails = await told();
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).toMatch(/A copy elsewhere: last on [^"]*OVERDUE/);
});

it('keeps and copies a dump that cannot be restored, and says so', async () => {
  const databaseContents = { ...product.databaseContents, migrationFolders: [] };
  const found = product.commands.find(({ name }) => name === 'backup run') as OperatorCommand & { kind: 'service' };
  const { database, config, runDueJobs } = api;
  await moveBy(1000);
  const before = readdirSync(elsewhere).length;
  const service = { isPublic: false, config, database, ...product, databaseContents, runDueJobs, clock };
  const ran = await performOn(service, found, ['--prove']);
  expect(ran).toMatchObject({
    failed: true,
    outcome: expect.stringMatching(/^dumped: \d+ bytes, unusable dump, copied$/),
  });
  expect(readdirSync(elsewhere)).toHaveLength(before + 1);
});

it('copies each dump whole, with the ends of accounts, and removes there what is over', async () => {
  const old = new Date(clock.now().getTime() - retention.backupDays * dayMs)
    .toISOString()
    .slice(0, 19)
    .replaceAll(':', '-');
  const mine = ['notes.txt', `writing-ant-${old}Z.dump.gz.age.txt`];
  for (const name of [...mine, `writing-ant-${old}Z.dump.gz`]) writeFileSync(path.join(elsewhere, name), 'x');
  await moveBy(1000);
  const [line = ''] = (await operate('backup run')).lines;
  const [file = ''] = line.split('  ');
  const there = readdirSync(elsewhere);
  expect(there).not.toContain(`writing-ant-${old}Z.dump.gz`);
  expect(there).toEqual(expect.arrayContaining([...mine, path.basename(file), 'account-ends.ndjson']));
  expect(readFileSync(path.join(elsewhere, path.basename(file)))).toEqual(readFileSync(file));
  expect(there.filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('removes what is over there first, so that a full place takes dumps again', async () => {
  const nameOf = (days: number, end: string) =>
    `writing-ant-${new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.${end}`;
  const full = path.join(elsewhere, 'full');
  mkdirSync(full);
  const over = [nameOf(retention.backupDays, 'dump.gz'), nameOf(1, 'dump.gz.new'), nameOf(2, 'dump.gz.age.new')];
  const young = nameOf(0.5, 'dump.gz.age.new');
  for (const name of [...over, young]) writeFileSync(path.join(full, name), 'x');
  await moveBy(1000);
  // Nothing takes the place of a folder.
  const ends = path.join(full, 'account-ends.ndjson');
  mkdirSync(ends);
  expect(await operate('backup run', [], { backupCopy: full })).toMatchObject({ failed: true });
  const there = readdirSync(full);
  expect(over.filter((name) => there.includes(name))).toEqual([]);
  expect(there).toContain(young);
});

it('copies a dump also where what is over cannot be removed, and says so', async () => {
  await moveBy(1000);
  const stuck = path.join(elsewhere, 'stuck');
  mkdirSync(path.join(stuck, `writing-ant-${new Date(0).toISOString().slice(0, 19).replaceAll(':', '-')}Z.dump.gz`), {
    recursive: true,
  });
  const ran = await operate('backup run', [], { backupCopy: stuck });
  expect(ran).toMatchObject({ failed: true, outcome: expect.stringMatching(/^dumped: \d+ bytes, no copy$/) });
  const [file = ''] = ran.lines[0]!.split('  ');
  expect(readdirSync(stuck)).toEqual(expect.arrayContaining([path.basename(file), 'account-ends.ndjson']));
});

it('keeps the dump where the second place is away, and says so', async () => {
  await moveBy(1000);
  const backupCopy = path.join(elsewhere, 'not-mounted');
  const ran = await operate('backup run', [], { backupCopy });
  expect(ran).toMatchObject({ failed: true, outcome: expect.stringMatching(/^dumped: \d+ bytes, no copy$/) });
  expect(text(ran)).toContain('NOT copied to BACKUP_COPY: There is no such folder: is it mounted?');
});

it.runIf(hasRclone)('copies to a remote of rclone, where that is installed', async () => {
  await moveBy(1000);
  const folder = path.join(elsewhere, 'remote');
  mkdirSync(folder);
  const old = `writing-ant-${new Date(0).toISOString().slice(0, 19).replaceAll(':', '-')}Z.dump.gz`;
  writeFileSync(path.join(folder, old), 'x');
  const ran = await operate('backup run', [], { backupCopy: `:local:${folder}` });
  expect(ran).toMatchObject({ failed: false, outcome: expect.stringContaining('copied') });
  const [file = ''] = ran.lines[0]!.split('  ');
  expect(readdirSync(folder).toSorted()).toEqual(['account-ends.ndjson', path.basename(file)]);
  expect(await operate('backup run', [], { backupCopy: 'nowhere-at-all:there' })).toMatchObject({ failed: true });
});

it('asks for the key that opens dumps, and takes nothing but the word in it', async () => {
  await expect(operate('backup key', [], { backupRecipient: undefined } as never)).rejects.toThrow(OperatorMistake);
  const asked = (await operate('backup key')).lines;
  const end = asked.findIndex((line) => line.startsWith('-----END'));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const word = (await decrypter.decrypt(armor.decode(asked.slice(0, end + 1).join('\n')), 'text')).trim();
  expect(asked.join('\n')).not.toContain(word);
  expect(await operate('backup key', ['0000-0000-0000'])).toMatchObject({ failed: true, outcome: 'not opened' });
  expect(await statusOf()).toMatch(/The key that opens the dumps: never/);
  expect(await operate('backup key', [word])).toMatchObject({ outcome: 'opened' });
  expect(await statusOf()).toMatch(/The key that opens the dumps: last on \S+$/m);
  // It has been said.
  expect(await operate('backup key', [word])).toMatchObject({ failed: true });
  await moveBy(31 * backups.keyMonths * dayMs);
  expect(await statusOf()).toMatch(/The key that opens the dumps: last on \S+, OVERDUE/);
});

it.runIf(spawnSync('age', ['--version']).status === 0)(
  'prints what the program age decrypts, where that is installed',
  async () => {
    const asked = (await operate('backup key')).lines;
    const key = path.join(elsewhere, 'age.key');
    writeFileSync(key, `${identity}\n`);
    const word = execFileSync('age', ['-d', '-i', key], {
      input: `${asked.slice(0, -2).join('\n')}\n`,
      encoding: 'utf8',
    });
    expect(word).toMatch(/^\w{4}-\w{4}-\w{4}\n$/);
  },
);
