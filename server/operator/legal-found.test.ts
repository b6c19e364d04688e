import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentConsentOptions } from '../../content/consent/versions.ts';
import { operator } from '../../shared/business/company.ts';
import { type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import { locales } from '../../shared/locales.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { type DatabasePlace, openTestDatabase } from '../../tests/factories/database.ts';
import { draw } from '../../tests/factories/legal-folder.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { aDownload, anAcceptance, anAccount } from '../../tests/factories/records.ts';
import { publicSettings } from '../../tests/factories/server.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { foundFor } from './commands/legal-found.ts';
import { readVersions } from './legal/publish.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The sample's facts, and those of a company that begins. */
const facts = {
  'Writing Ant Muster': 'Schreibameise Keller',
  'Andrea Muster': 'Rahel Keller',
  'Musterstrasse 1': 'Baarerstrasse 12',
  'Datenschutz Muster AG': 'Datenwacht AG',
  'Musterweg 2': 'Poststrasse 9',
  'Privacy Example Ltd': 'Privacy Desk Ltd',
  '1 Example Street': '7 Merrion Row',
  '+41 41 000 00 00': '+41 41 711 22 33',
  'CHE-000.000.000': 'CHE-123.456.789',
  'register.example/zg/writing-ant-muster': 'zg.chregister.ch/keller',
  'requests.example/writing-ant': 'anfragen.schreibameise.ch',
  'writing-ant.example': 'schreibameise.ch',
  'CH93 0076 2011 6238 5295 7': 'CH56 0483 5012 3456 7800 9',
  EXAMCHZZXXX: 'CRESCHZZ80A',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'new-company-'));
  for (const part of ['server', 'shared', 'content', 'scripts', 'app/messages', 'package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a process of the company's checkout prints, and how it ends. */
async function run(script: string, args: string[] = [], settings: Record<string, string> = {}) {
  const env = { ...bareEnvironment, DATA_DIR: path.join(folder, 'data'), ...settings };
  const done = promisify(execFile)(process.execPath, [path.join(folder, script), ...args], { env, cwd: folder });
  const { code = 0, stdout, stderr } = await done.catch((error) => error);
  return { code, output: `${stdout}${stderr}` };
}
const legalFound = (settings?: Record<string, string>) => run('server/operator/main.ts', ['legal', 'found'], settings);
/** With one setting missing, so that what has passed all others ends, too. */
const startInPublic = () => run('server/main.ts', [], { ...publicSettings, DATABASE_URL: '' });
const versions = () => readVersions(path.join(folder, 'content/legal'));
const read = (document: PublishedDocument, locale: string) =>
  readFileSync(path.join(folder, 'content/legal', document, versions()[document].at(-1)!, `${locale}.md`), 'utf8');

it('a company gets its own texts by one command, and no public address is served without', async () => {
  const before = versions();
  const sample = { ...operator, owner: 'Andrea Muster', companyName: 'Writing Ant Muster' } as typeof operator;
  expect(() => foundFor(sample, new Date(), path.join(folder, 'content/legal'), draw)).toThrow(
    /shared\/business\/imprint\.ts: companyName.*shared\/business\/company\.ts: owner/s,
  );
  expect(versions()).toEqual(before);

  for (const file of ['imprint', 'company']) {
    const name = path.join(folder, `shared/business/${file}.ts`);
    const text = readFileSync(name, 'utf8');
    writeFileSync(
      name,
      Object.entries(facts).reduce((changed, [fiction, fact]) => changed.replaceAll(fiction, fact), text),
    );
  }
  const refused = await startInPublic();
  expect(refused.code).toBe(1);
  for (const document of publishedDocuments)
    for (const version of before[document].slice(-1))
      expect(refused.output).toContain(`content/legal/${document}/${version}: in en, de, sv, it, fr: names `);
  expect(refused.output).toContain('node_modules/.bin/node server/operator/main.ts legal found');

  const founded = await legalFound();
  expect(founded.output).toContain('Without one, nobody has accepted anything.');
  expect(founded.output).toContain('Founded the legal archive of Schreibameise Keller');
  expect(founded.output).toContain('Not recorded');
  expect(founded.code).toBe(0);
  for (const document of publishedDocuments) {
    expect(versions()[document]).toHaveLength(1);
    for (const locale of locales) expect(read(document, locale)).not.toMatch(/Writing Ant Muster|Andrea|\.example\b/);
  }
  for (const locale of locales) expect(read('impressum', locale)).toContain('Schreibameise Keller');
  const { output } = await startInPublic();
  expect(output).toContain('DATABASE_URL');
  expect(output).not.toContain('content/legal');
}, 240_000);

describe('beside records', () => {
  const account = anAccount();
  const download = aDownload(account);
  const sha256 = 'a'.repeat(64);
  const consent = {
    id: randomUUID(),
    session_id: randomUUID(),
    method: 'banner',
    statistics: false,
    locale: 'en',
    option_version: currentConsentOptions,
    options_sha256: sha256,
    document: 'cookie-policy',
    document_version: '2026-11-27',
    document_sha256: sha256,
    decided_at: new Date(),
    recorded_at: new Date(),
  } as const;
  it.each<[string, (database: Database) => Promise<unknown>, string]>([
    [
      'of an accepted text',
      async ({ kysely }) => {
        await kysely.insertInto('accounts').values(account).execute();
        await kysely.insertInto('downloads').values(download).execute();
        await kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
      },
      '1 acceptances and 0 cookie choices',
    ],
    [
      'of a choice about cookies, which names the policy',
      ({ kysely }) => kysely.insertInto('consents').values(consent).execute(),
      '0 acceptances and 1 cookie choices',
    ],
  ])('nothing changes: %s', async (_, record, counted) => {
    await withRecords(record, async (settings) => {
      const before = versions();
      const archive = path.join(folder, 'content/legal');
      const { code, output } = await operateHere(settings, 'legal', 'found', '--folder', archive);
      expect(code).toBe(1);
      expect(output).toContain(counted);
      expect(output).toContain('legal publish <document> --effective <day>');
      expect(versions()).toEqual(before);
    });
  });

  it('that name no version, the act is one of them', async () => {
    await withRecords(
      async () => {},
      async (settings, place) => {
        const { code, output } = await legalFound(settings);
        expect(code).toBe(0);
        expect(output).toMatch(/Recorded: legal found, (?:unchanged|founded: 8 documents)\./);
        const database = await openDatabase(place);
        const [action] = await database.kysely.selectFrom('operator_actions').selectAll().execute();
        await database.close();
        expect(action).toMatchObject({ command: 'legal found', subject: null });
      },
    );
  });
});

async function withRecords(
  record: (database: Database) => Promise<unknown>,
  then: (settings: Record<string, string>, place: DatabasePlace) => Promise<void>,
) {
  const { database, place } = await openTestDatabase();
  await record(database);
  await database.close();
  const settings = { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) };
  await then(settings, place).finally(() => place.remove());
}
