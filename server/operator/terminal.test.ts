import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { type DatabasePlace, openTestDatabase } from '../../tests/factories/database.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { anAccount } from '../../tests/factories/records.ts';
import { withVisibleControls } from './terminal.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./main.ts', import.meta.url));

/** What a stranger types so that an operator's terminal shows an entry of its own. */
const forged = `${randomUUID()}  2026-11-27T09:00:00.000Z  cancellation  Real Customer <bob@customers.example>  accounts: user_m_bob`;
const hostile = `Mallory\u001b]0;PWNED\u0007\u001b[2K\u001b[1A\u009b2J\u202e`;
const bob = anAccount({ id: 'user_m_bob', email: 'bob@customers.example', full_name: hostile });

let place: DatabasePlace;
beforeAll(async () => {
  const opened = await openTestDatabase();
  place = opened.place;
  const { kysely } = opened.database;
  const at = new Date('2026-11-27T10:00:00Z');
  // Older than the rules that refuse such words.
  await kysely
    .insertInto('notices')
    .values({
      ...{ id: randomUUID(), kind: 'withdrawal', locale: 'en', received_at: at },
      ...{ full_name: hostile, email: 'm@customers.example', contract: `x\r${forged}\u2028${forged}\n${forged}` },
    })
    .execute();
  const statement = randomUUID();
  await kysely
    .insertInto('bank_statements')
    .values({
      ...{ id: statement, file_sha256: 'ab'.repeat(32), message_id: 'one', iban: 'CH93', imported_at: at },
      ...{ from_on: '2026-11-27', until_on: '2026-11-27', opening_rappen: 0, closing_rappen: 1 },
    })
    .execute();
  await kysely
    .insertInto('bank_entries')
    .values({
      ...{ id: randomUUID(), statement_id: statement, entry_key: 'one', amount_rappen: 1, booked_on: '2026-11-27' },
      ...{ value_on: '2026-11-27', debtor_name: hostile, debtor_iban: null, message: `x\n${forged}\r${forged}` },
      ...{ reference: null, state: 'open', note: null },
    })
    .execute();
  await kysely.insertInto('accounts').values(bob).execute();
  await opened.database.close();
});
afterAll(() => place.remove());

const settings = () => ({ DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) });
const operate = async (...args: string[]) => (await operateHere(settings(), ...args)).output;

/** In a process of its own, as operators do it. */
async function operateApart(...args: string[]): Promise<string> {
  const env = { ...bareEnvironment, ...settings() };
  const { stdout, stderr } = await run(process.execPath, [script, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach the terminal
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/u;

it.each([
  { name: 'notice list', args: ['notice', 'list'] },
  { name: 'bank list', args: ['bank', 'list'] },
  { name: 'account show', args: ['account', 'show', 'bob@customers.example'], work: operateApart },
  { name: 'an unknown command', args: [hostile], work: operateApart },
])('$name prints nothing that a terminal obeys, and no line that somebody else has written', async ({ args, work }) => {
  const output = await (work ?? operate)(...args);
  expect(output).toContain('\\u001b]0;PWNED\\u0007');
  expect(output).not.toMatch(obeyed);
  expect(output.split('\n').filter((line) => line.startsWith(forged.slice(0, 8)))).toEqual([]);
});

it('shows a control as it would be written in JSON, so that data stays what it is', () => {
  const data = { name: hostile, more: 'a\u2028b\u2029c\u007f\u0085\ud800' };
  const shown = withVisibleControls(JSON.stringify(data));
  expect(shown).not.toMatch(obeyed);
  expect(JSON.parse(shown)).toEqual(data);
  expect(withVisibleControls('a\r\n\tb\u0000')).toBe('a\\u000d\\u000a\\u0009b\\u0000');
  expect(withVisibleControls('Åsa Müller · 你好 · שלום · 👩‍👩‍👧')).toBe('Åsa Müller · 你好 · שלום · 👩‍👩‍👧');
});
