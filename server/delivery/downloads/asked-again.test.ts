import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { anAcceptance, anAccount, recordsOf } from '../../../tests/factories/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

let users = 0;
const newUser = () => `user_${++users}`;

it('asks again only for documents that have changed', async () => {
  const user = newUser();
  await api.submit(user, aDownloadRequest());
  const before = (await recordsOf(api.database, user)).acceptances.length;
  const unasked = {
    ...aDownloadRequest(),
    documents: [],
    confirmations: { terms: false, cookies: false, diskSpace: true, beta: true },
  };
  expect((await api.submit(user, unasked)).statusCode).toBe(201);
  // What was not shown again is not recorded again: two sentences, no document.
  const after = (await recordsOf(api.database, user)).acceptances;
  expect(after).toHaveLength(before + 2);
  // A box that was shown must be ticked, even by somebody who ticked it before.
  const shown = await api.submit(user, { ...unasked, documents: documentsInForce(new Date()) });
  expect(shown.json()).toMatchObject({ code: 'confirmation-missing' });
  const half = await api.submit(user, { ...unasked, documents: documentsInForce(new Date()).slice(0, 1) });
  expect(half.json()).toMatchObject({ code: 'confirmation-missing' });
  // A ticked box must say what it stands for.
  const ticked = await api.submit(user, { ...aDownloadRequest(), documents: [] });
  expect(ticked.json()).toMatchObject({ code: 'documents-changed' });
  // Nobody else benefits from it.
  const stranger = await api.submit(newUser(), unasked);
  expect(stranger.json()).toMatchObject({ code: 'confirmation-missing' });
});

it('asks for all of a box when one of its documents was accepted in another version only', async () => {
  const user = newUser();
  await api.submit(user, aDownloadRequest());
  const [download] = (await recordsOf(api.database, user)).downloads;
  const other = newUser();
  // As if the terms had been accepted in an earlier version, and everything else in the current one.
  const { kysely } = api.database;
  await kysely
    .insertInto('accounts')
    .values(anAccount({ id: other }))
    .execute();
  const copy = { ...download!, id: randomUUID(), account_id: other, idempotency_key: null };
  await kysely.insertInto('downloads').values(copy).execute();
  const accepted = documentsInForce(new Date()).map(({ document, version }) =>
    anAcceptance(copy, { document, version: document === 'terms' ? '2024-01-01' : version }),
  );
  await kysely.insertInto('acceptances').values(accepted).execute();
  const confirmations = { terms: true, cookies: false, diskSpace: true, beta: true };
  const request = { ...aDownloadRequest(), documents: [], confirmations };
  const refused = await api.submit(other, request);
  expect(refused.json()).toMatchObject({
    code: 'documents-changed',
    detail: expect.stringMatching(/^terms is in force/),
  });
  expect(refused.json().detail).not.toContain('cookie-policy');
  const terms = documentsInForce(new Date()).filter(({ document }) => document !== 'cookie-policy');
  expect((await api.submit(other, { ...request, documents: terms })).statusCode).toBe(201);
});
