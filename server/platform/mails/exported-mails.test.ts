import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aMail, anAccount } from '../../../tests/factories/records.ts';
import { readZip } from '../../../tests/factories/zip.ts';
import { exportAddress } from '../../contract/account-part.ts';
import { actIn } from '../../contract/act.ts';
import { product } from '../../features.ts';
import { enqueueMail, isUndeliverable } from './mails.ts';
import { up } from './migrations/0042-suppressions-of-accounts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it('tells of each mail to the holder, and of none its id', async () => {
  await api.download('user_a');
  const { id } = await api.database.kysely.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  const answer = await api.get(apiPaths.accountExport, 'user_a');
  const [mail] = answer.json().data.mails;
  expect(mail).toMatchObject({ kind: 'contract-confirmation', recipient: 'asa@customers.example', state: 'queued' });
  for (const field of ['From', 'To', 'Subject', 'Date']) expect(mail.message).toContain(`\r\n${field}: `);
  const archive = readZip((await api.get(`${apiPaths.accountArchive}?locale=de`, 'user_a')).rawPayload);
  for (const copy of [answer.body, ...[...archive.values()].map(String)]) {
    expect(copy).not.toContain(id);
    expect(copy).not.toMatch(/message-id/i);
  }
});

it('tells no code and no link with which the owner of an address proves to be it', async () => {
  const account = anAccount({ id: 'user_coded' });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const to = account.email!;
  const deps = { config: api.config, clock: () => api.time.now };
  const kinds: string[] = [];
  await api.database.kysely.transaction().execute(async (trx) => {
    for (const letters of product.letters)
      for (const kind of letters.kinds) {
        const sample = letters.sample('en');
        const content = await letters.write(kind, 'en', sample, 'https://www.example.com/');
        if (sample.code && content.text.includes(sample.code)) kinds.push(kind);
        for (const accountId of [account.id, null])
          await enqueueMail(actIn(trx, deps), { ...content, kind, dedupeKey: `${kind} ${accountId}`, accountId, to });
      }
  });
  expect(kinds.toSorted()).toEqual(['request-answered', 'request-identify']);
  const { data } = (await api.get(apiPaths.accountExport, account.id)).json();
  const ofAddress = await api.database.kysely
    .transaction()
    .execute((trx) => exportAddress(product.accountParts, trx, to));
  for (const mails of [data.mails, ofAddress.mails] as { kind: string; message: string | null }[][]) {
    const wordless = mails.filter(({ message }) => message === null).map(({ kind }) => kind);
    expect(wordless.toSorted()).toEqual(
      [...kinds, 'access-confirm', 'sale-confirm', 'macos-confirm', 'address-confirm'].toSorted(),
    );
    expect(mails.length).toBeGreaterThan(20);
  }
});

it('an address that was given up for everybody is given up for those whose mails had come back', async () => {
  const [lost, other] = [anAccount({ id: 'user_lost' }), anAccount({ id: 'user_other' })];
  const { kysely } = api.database;
  await kysely.insertInto('accounts').values([lost, other]).execute();
  const [mine, theirs] = [aMail(lost, { state: 'bounced' }), aMail(other, { state: 'sent' })];
  const settled = { recipient: 'Gone@customers.example', due_at: null, settled_at: api.time.now };
  await kysely
    .insertInto('mails')
    .values([
      { ...mine, ...settled },
      { ...theirs, ...settled },
    ])
    .execute();
  const address_sha256 = createHash('sha256').update('gone@customers.example').digest('hex');
  const known = { address_sha256, outcome: 'returned 5.1.1', suppressed_at: api.time.now };
  await kysely.insertInto('mail_suppressions').values(known).execute();
  await up(kysely as never);
  await up(kysely as never);
  expect(
    await isUndeliverable(kysely, { accountId: lost.id, email: 'gone@customers.example', now: api.time.now }),
  ).toBe(true);
  expect(
    await isUndeliverable(kysely, { accountId: other.id, email: 'gone@customers.example', now: api.time.now }),
  ).toBe(false);
  expect(await kysely.selectFrom('mail_suppressions').selectAll().execute()).toHaveLength(2);
});
