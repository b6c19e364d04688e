import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalVersions } from '../../content/legal/versions.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { createDatabasePlace, type DatabasePlace, openTestDatabase } from '../../tests/factories/database.ts';
import { createLegalFolder } from '../../tests/factories/legal-folder.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { aDownload, anAcceptance, anAccount } from '../../tests/factories/records.ts';
import { resolvePaths } from '../contract/command.ts';
import { openDatabase } from '../database/open-database.ts';
import { product } from '../features.ts';
import { legalFolder } from './legal/drafts.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const account = anAccount({ email: 'Asa@Customers.example', full_name: 'Åsa Müller' });
const downloads = [1, 2, 3].map((day) =>
  aDownload(account, {
    started_at: new Date(`2026-03-0${day}T09:00:00Z`),
    session_id: day === 1 ? null : `session_${day}`,
    ip_address: day === 1 ? null : `192.0.2.10${day}`,
    // What a terminal would obey, and a character that reverses text; a header can carry both.
    user_agent: day === 1 ? null : `Browser/${day} \u009b2J\u001b[31m\u202e`,
    download_key: day === 3 ? 'KEY-3' : null,
  }),
);

let place: DatabasePlace;
beforeAll(async () => {
  const opened = await openTestDatabase();
  place = opened.place;
  const { kysely } = opened.database;
  await kysely.insertInto('accounts').values(account).execute();
  await kysely.insertInto('downloads').values(downloads).execute();
  await kysely
    .insertInto('download_progress')
    .values({
      download_id: downloads[2]!.id,
      first_at: new Date('2026-03-03T09:00:00Z'),
      last_at: new Date('2026-03-03T10:00:00Z'),
      transfers: 3,
      resumed: 2,
      sent_bytes: 9_000_000_000,
      sent_ranges: JSON.stringify([[0, 7_000_000_000]]),
      address_marks: JSON.stringify(['a', 'b', 'c', 'd']),
      finished_at: null,
    })
    .execute();
  const sentence = { document: null, sentence: 'About {download} GB', version: '0.1.0' };
  await kysely
    .insertInto('acceptances')
    .values([
      anAcceptance(downloads[0]!),
      anAcceptance(downloads[0]!, sentence),
      anAcceptance(downloads[2]!, { ...sentence, shown_text: 'About 28 GB' }),
    ])
    .execute();
  await opened.database.close();
});
afterAll(() => place.remove());

const operate = (...args: string[]) => operateHere(settingsOf(place), ...args);

const settingsOf = ({ dataDir, databaseUrl }: DatabasePlace) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** In a process of its own, as operators do it. */
async function operateApart(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...bareEnvironment, ...settingsOf(place) };
  try {
    const { stdout, stderr } = await run(process.execPath, [script, ...args], { env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

async function readActions() {
  const database = await openDatabase(place);
  const actions = await database.kysely.selectFrom('operator_actions').selectAll().orderBy('performed_at').execute();
  await database.close();
  return actions;
}

describe('help', () => {
  it.each([['--help'], ['dance']])('is what a process of its own prints, and how that ends: %s', async (...args) => {
    expect(await operateApart(...args)).toEqual(await operate(...args));
  });

  it.each([[], ['--help'], ['account', 'show', '--help']])('lists the commands: %s', async (...args) => {
    const { code, output } = await operate(...args);
    expect(code).toBe(0);
    expect(output).toContain('account show <email>');
    expect(output).toContain('downloads list [--limit <number>]');
    expect(output).toContain('legal publish <document> --effective <YYYY-MM-DD>');
  });

  it.each([
    [['dance'], 'There is no command "dance".'],
    [['account', 'show'], 'Usage: node_modules/.bin/node server/operator/main.ts account show <email>'],
    [
      ['account', 'show', 'a@b.ch', 'more'],
      'Usage: node_modules/.bin/node server/operator/main.ts account show <email>',
    ],
    [['downloads', 'list', '--limit', '0'], '--limit must be a number from 1 to 1000.'],
    [['legal', 'publish', 'recipe', '--effective', '2030-01-01'], 'Name one document: terms, eula, '],
    [['legal', 'publish', 'terms'], 'Say with --effective from which day it applies.'],
    [
      ['downloads', 'list', '--limits', '1'],
      'Usage: node_modules/.bin/node server/operator/main.ts downloads list [--limit <number>]',
    ],
  ])('explains a call that cannot be understood: %j', async (args, sentence) => {
    const { code, output } = await operate(...args);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
    expect(await readActions()).toEqual([]);
  });
});

it.each([
  ['billing export', ['2026', 'books'], ['2026', '/folder/books']],
  ['backup prove', ['own.dump.gz', '--identity', 'own.key'], ['/folder/own.dump.gz', '--identity', '/folder/own.key']],
  ['backup restore', ['/own.dump.gz', '--identity=own.key'], ['/own.dump.gz', '--identity=/folder/own.key']],
  ['bank list', ['own.xml'], ['own.xml']],
])('knows which of its arguments are files: %s %j', (name, args, resolved) => {
  const command = product.commands.find((each) => each.name === name)!;
  expect(resolvePaths(command, args, '/folder')).toEqual(resolved);
});

it('account show tells what every feature stores, and records who looked without repeating it', async () => {
  const { output } = await operate('account', 'show', 'asa@customers.EXAMPLE');
  for (const text of [account.id, 'Åsa Müller', 'Asa@Customers.example', 'document: terms', downloads[2]!.id])
    expect(output).toContain(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach the terminal
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  const [shown = '', accepted = ''] = output.split('acceptances: 3\n');
  const [first = '', second = '', third = ''] = shown.split(/^ {4}startedAt: /m).slice(1);
  for (const text of [
    'session_3',
    '192.0.2.103',
    'Browser/3',
    'KEY-3',
    'CH',
    '2026-03-08T09:00',
    'sentBytes: 9000000000',
  ])
    expect(third).toContain(text);
  for (const text of ['session_2', '192.0.2.102', 'Browser/2']) expect(second).toContain(text);
  for (const name of ['sessionId', 'ipAddress', 'userAgent']) expect(first).toContain(`${name}: (none)`);
  expect(accepted).toMatch(/text: About 28 GB\n/);
  expect(accepted).toMatch(/text: About \{download\} GB\n +isTemplate: true\n/);
  expect((await readActions()).at(-1)).toMatchObject({
    command: 'account show',
    subject: account.id,
    outcome: 'shown: 1',
  });
  const { code, output: none } = await operate('account', 'show', 'nobody@customers.example');
  expect([code, none]).toEqual([0, expect.stringContaining('No account has this e-mail address.')]);
  const actions = await readActions();
  expect(JSON.stringify(actions)).not.toContain('@');
});

it('downloads list shows the newest first', async () => {
  const { output } = await operate('downloads', 'list', '--limit', '2');
  const lines = output.split('\n').slice(1);
  expect(lines[0]).toContain(downloads[2]!.id);
  expect(lines[1]).toContain(downloads[1]!.id);
  expect(lines[0]).toMatch(/25 % sent, 3 transfers, 2 resumed, 4 places \(SHARED\?\)$/);
  expect(lines[1]).toMatch(/not started$/);
  expect(lines[2]).toBe('2 downloads, newest first. 1 started, 0 finished.');
  expect(output).not.toContain('@');
  expect((await readActions()).at(-1)).toMatchObject({
    command: 'downloads list',
    subject: null,
    outcome: 'listed: 2',
  });
});

describe('proof acceptance', () => {
  const version = legalVersions.terms[0]!;
  const text = readFileSync(path.join(legalFolder, 'terms', version, 'sv.md'), 'utf8');
  const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
  const shown_text = 'Jag godkänner villkoren (1 augusti 2025).';
  const sentence = { sentence: 'Jag …', shown_text, sha256: hashOf(shown_text), document: null, version: '0.1.0' };
  const accepted = anAcceptance(downloads[1]!, { locale: 'sv', sha256: hashOf(text) });
  const altered = anAcceptance(downloads[1]!, { locale: 'sv', document: 'eula' });

  beforeAll(async () => {
    const database = await openDatabase(place);
    const rows = [accepted, altered, anAcceptance(downloads[1]!, { locale: 'sv', ...sentence })];
    await database.kysely.insertInto('acceptances').values(rows).execute();
    await database.close();
  });

  it('prints the sentence and the text as they were shown, with hash, time and method', async () => {
    const { code, output } = await operate('proof', 'acceptance', accepted.id);
    expect(code).toBe(0);
    expect(output).toContain(text.trimEnd());
    for (const part of [
      accepted.accepted_at.toISOString(),
      `download-form, download ${downloads[1]!.id}`,
      `Sentence    ${shown_text}`,
      `SHA-256 ${hashOf(shown_text)}, which this text has`,
      `terms, version ${version}, in sv: /legal/terms/${version}`,
      `SHA-256 ${hashOf(text)} at the time of acceptance`,
      `Same box    eula ${version}  ${altered.id}`,
    ])
      expect(output).toContain(part);
    expect((await readActions()).at(-1)).toMatchObject({ command: 'proof acceptance', subject: accepted.id });
  });

  it('never passes another text for the one that was accepted', async () => {
    const { output } = await operate('proof', 'acceptance', altered.id);
    expect(output).toContain('The text of this checkout is ANOTHER one');
    expect(output).not.toContain('\n# ');
  });

  it('says that there is none, or that the id is none', async () => {
    expect((await operate('proof', 'acceptance', randomUUID())).output).toContain('No acceptance has this id.');
    expect((await operate('proof', 'acceptance', 'terms')).output).toContain('Give the id of one acceptance');
  });
});

it('legal publish works without a database, once for each day', async () => {
  const { folder, remove } = createLegalFolder();
  const nowhere = await createDatabasePlace();
  const publish = () =>
    operateHere(settingsOf(nowhere), 'legal', 'publish', 'eula', '--effective', '2100-01-01', '--folder', folder);
  const { code, output } = await publish();
  expect(code).toBe(0);
  const text = readFileSync(path.join(folder, 'eula/2100-01-01/sv.md'), 'utf8');
  expect(text).toContain('gäller från den 1 januari 2100');
  expect(output).toContain(`sv.md  SHA-256 ${createHash('sha256').update(text).digest('hex')}`);
  // Refused for the notice, and with the flag only because a later version is out already.
  const hasten = (...more: string[]) =>
    operateHere(
      settingsOf(nowhere),
      'legal',
      'publish',
      'eula',
      '--effective',
      '2026-11-24',
      '--folder',
      folder,
      ...more,
    );
  expect((await hasten()).output).toContain('People are promised 30 days of notice');
  expect((await hasten('--law-requires')).output).toContain('a new one has to take effect after it');
  const again = await publish();
  expect(again.code).toBe(1);
  expect(again.output).toContain('Version 2100-01-01 is published. A published version never changes.');
  await nowhere.remove();
  remove();
});
