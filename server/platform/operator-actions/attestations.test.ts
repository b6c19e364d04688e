import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { OperatorMistake } from '../../contract/command.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const at = (time: string) => {
  api.time.now = new Date(time);
};
const shown = async () => {
  const { lines, failed } = await api.operate('attest');
  return { failed, support: lines.find((line) => line.startsWith('support-mail')) };
};
/** What the operators were told of it. */
async function told(): Promise<string[]> {
  expect(await api.runDueJobs()).toEqual([]);
  const mails = await api.database.kysely
    .selectFrom('mails')
    .select('dedupe_key')
    .where('dedupe_key', 'like', 'operator-notice attest support-mail %')
    .orderBy('dedupe_key')
    .execute();
  return mails.map(({ dedupe_key }) => dedupe_key.split(' ').at(-1)!);
}

it('a promise that only people keep is due a year after it was confirmed, and the operators are told each month', async () => {
  at('2027-01-31T12:00:00Z');
  expect(await shown()).toEqual({ failed: false, support: 'support-mail: never confirmed, due on no day yet' });
  await api.database.kysely
    .insertInto('accounts')
    .values(anAccount({ created_at: api.time.now }))
    .execute();
  at('2028-01-31T11:59:59Z');
  expect([await shown(), await told()]).toEqual([
    { failed: false, support: 'support-mail: never confirmed, due on 2028-01-31' },
    [],
  ]);
  at('2028-01-31T12:00:00Z');
  expect(await shown()).toEqual({ failed: true, support: 'support-mail: never confirmed, DUE since 2028-01-31' });
  for (const [time, months] of [
    ['2028-01-31T12:00:00Z', ['2028-01']],
    ['2028-02-01T12:00:00Z', ['2028-01', '2028-02']],
    ['2028-02-02T12:00:00Z', ['2028-01', '2028-02']],
  ] as const) {
    at(time);
    expect(await told()).toEqual(months);
  }

  const { lines, subject, outcome } = await api.operate('attest', 'support-mail');
  expect([subject, outcome, lines[0]]).toEqual([
    'support-mail',
    'attested',
    expect.stringMatching(/nothing is older than 3 years, and nothing with financial content older than 10\.$/),
  ]);
  expect(await shown()).toEqual({ failed: true, support: 'support-mail: confirmed on 2028-02-02, due on 2029-02-02' });
  for (const each of ['ai-logs', 'hosting', 'recipients', 'backup-copies', 'login-cookies', 'request-channels'])
    await api.operate('attest', each);
  expect((await shown()).failed).toBe(false);
  at('2028-03-01T12:00:00Z');
  expect(await told()).toEqual(['2028-01', '2028-02']);
  at('2029-02-02T12:00:00Z');
  expect((await shown()).support).toBe('support-mail: confirmed on 2028-02-02, DUE since 2029-02-02');
  expect(await told()).toContain('2029-02');
  expect(await api.operate('audit verify')).toMatchObject({ failed: false });
});

it('takes only what is to be confirmed', async () => {
  await expect(api.operate('attest', 'account-purge')).rejects.toThrow(OperatorMistake);
  await expect(api.operate('attest', 'ai-logs', 'hosting')).rejects.toThrow(OperatorMistake);
});
