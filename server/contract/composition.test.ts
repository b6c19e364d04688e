import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { anAccount } from '../../tests/factories/records.ts';
import { notesFeature } from '../../tests/toy-feature/notes.feature.ts';
import { features } from '../features.ts';
import { perform } from '../operator/perform.ts';
import { findOverdue } from '../platform/retention/retention.ts';
import { eraseAccount, exportAccount } from './account-part.ts';
import { composeFeatures } from './composition.ts';

/** The product plus one feature: nothing but the feature's own folder and the list knows of it. */
const withNotes = composeFeatures([...features, notesFeature]);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { features: withNotes });
});
afterAll(() => api.close());

async function leaveNote(userId: string, text: string) {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` };
  return api.app.inject({ method: 'POST', url: '/api/notes', headers, payload: { text } });
}

const exportOf = (id: string) =>
  api.database.kysely.transaction().execute((trx) => exportAccount(withNotes.accountParts, trx, id));

it('every folder of migrations is declared by its feature', () => {
  const server = path.resolve(import.meta.dirname, '..');
  const folders = fs.globSync('*/*/migrations', { cwd: server }).map((folder) => path.join(server, folder));
  expect(features.flatMap(({ migrations = [] }) => migrations).toSorted()).toEqual(folders.toSorted());
});

it('a new feature brings route, table, job and export', async () => {
  expect((await leaveNote('user_notes', 'Ants write.')).statusCode).toBe(201);
  expect(await exportOf('user_notes')).toMatchObject({
    account: null,
    notes: [{ text: 'Ants write.', read_at: null }],
  });
  await api.runDueJobs();
  expect(await exportOf('user_notes')).toMatchObject({ notes: [{ read_at: api.time.now }] });
  expect((await api.get('/api/account', 'user_notes')).json()).toMatchObject({ id: 'user_notes', plan: 'free' });
});

it('and a command, which is recorded, and a rule of retention', async () => {
  const command = withNotes.commands.find(({ name }) => name === 'notes list');
  if (command?.kind !== 'transaction') throw new Error('The command is missing.');
  const { lines } = await perform(api.database, command, [], {
    ...withNotes,
    config: api.config,
    clock: () => api.time.now,
  });
  expect(lines).toEqual(['Ants write.', 'Recorded: notes list, listed: 1.']);
  api.time.now = new Date(api.time.now.getTime() + 2 * 24 * 60 * 60 * 1000);
  // The second look knows the feature's table, too.
  expect(await findOverdue(api.database, api.time.now)).toMatchObject([{ rule: 'notes', table: 'notes', records: 1 }]);
  await api.runDueJobs();
  expect(await exportOf('user_notes')).toMatchObject({ notes: [] });
});

it('and what goes with an account', async () => {
  const ended_at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  await api.database.kysely
    .insertInto('accounts')
    .values(anAccount({ id: 'user_leaving', status: 'ended', ended_at, ended_by: 'holder' }))
    .execute();
  await leaveNote('user_leaving', 'Bye.');
  await leaveNote('user_staying', 'Hello.');
  await api.database.kysely.transaction().execute((trx) => eraseAccount(withNotes.accountParts, trx, 'user_leaving'));
  expect(await exportOf('user_leaving')).toMatchObject({ notes: [] });
  expect(await exportOf('user_staying')).toMatchObject({ notes: [{ text: 'Hello.' }] });
});
