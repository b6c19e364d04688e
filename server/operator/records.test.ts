import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { aConsentRequest } from '../../tests/factories/records.ts';
import { OperatorMistake } from '../contract/command.ts';
import { product } from '../features.ts';
import { readConsentOptions } from '../people/consents/consents.ts';
import { perform } from './perform.ts';
import { describeText } from './proof.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function run(name: string, ...args: string[]) {
  const command = product.commands.find((each) => each.name === name);
  if (command?.kind !== 'transaction' && command?.kind !== 'database') throw new Error(`${name} needs no database.`);
  return perform(api.database, command, args, { ...product, config: api.config, clock: () => new Date() });
}
const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, payload });

it('proof consent prints the words that were shown, their hash and the time', async () => {
  api.time.now = new Date();
  const request = aConsentRequest({ locale: 'fr', categories: { statistics: false } });
  const record = (await post(apiPaths.consents, request)).json();
  const { lines, subject } = await run('proof consent', request.id);
  const text = lines.join('\n');
  expect(subject).toBe(request.id);
  for (const part of [record.optionsSha256, record.documentSha256, api.time.now.toISOString(), 'refused', 'banner'])
    expect(text).toContain(part);
  const options = await readConsentOptions();
  expect(text).toContain(options.getTexts(request.optionVersion, 'fr').join('\n'));
  expect(text).toContain('Tout refuser');
  expect(text).toMatch(/^# Politique relative aux cookies$/m);
  expect(text.match(/it is what was shown\./g)).toHaveLength(2);
  expect(await run('proof consent', 'b7e4c1de-4cb0-4b0c-8d0e-3f6f1b7a1c11')).toMatchObject({ outcome: 'none found' });
  await expect(run('proof consent', 'abc')).rejects.toThrow(OperatorMistake);
});

it('a text that has changed since is not passed off as what was shown', () => {
  const lines = describeText({ name: 'Options 1', recordedSha256: 'aa', sha256: 'bb', text: 'Words\n' });
  expect(lines.join('\n')).toContain('it is NOT what was shown');
});

it('retention run removes, its dry run only counts, and the report tells', async () => {
  api.time.now = new Date('2020-01-01T00:00:00.000Z');
  await post(apiPaths.consents, aConsentRequest({}, api.time.now));
  expect(await run('retention run', '--dry-run')).toMatchObject({ outcome: 'counted: 1' });
  expect(await run('retention report')).toMatchObject({ lines: ['No rule has run yet.', expect.any(String)] });
  expect(await run('retention run')).toMatchObject({ outcome: 'removed: 1' });
  expect((await run('retention report')).lines.join('\n')).toMatch(/cookie-consents +before .* 1\n/);
  await expect(run('retention run', '--dry')).rejects.toThrow(OperatorMistake);
});

it('account end starts the time after which acceptances go, and restore stops it', async () => {
  api.time.now = new Date();
  await api.download('user_leaving');
  const due = async () =>
    (await run('retention run', '--dry-run')).lines.find((line) => line.includes('policy-acceptances'));
  const setEnd = (at: string) =>
    api.database.kysely
      .updateTable('accounts')
      .set({ ended_at: new Date(at) })
      .where('id', '=', 'user_leaving')
      .execute();
  expect(await due()).toMatch(/ 0$/);

  expect(await run('account end', 'user_leaving')).toMatchObject({ outcome: 'ended', subject: 'user_leaving' });
  expect(await run('account end', 'user_leaving')).toMatchObject({ outcome: 'none' });
  expect((await run('account show', 'asa@customers.example')).lines.join('\n')).toMatch(/^ {2}endedAt: \d{4}-/m);
  expect(await due()).toMatch(/ 0$/);
  await setEnd('2026-01-01T00:00:00.000Z');
  expect(await due()).toMatch(/ [1-9]\d*$/);

  await expect(run('account restore', 'user_leaving')).rejects.toThrow('30 days ago or more: it is erased');
  await setEnd(new Date(Date.now() - 29 * 24 * 60 * 60 * 1000).toISOString());
  expect(await run('account restore', 'user_leaving')).toMatchObject({ outcome: 'restored' });
  expect(await run('account restore', 'user_leaving')).toMatchObject({ outcome: 'none' });
  expect(await due()).toMatch(/ 0$/);
  await expect(run('account end', 'user_nobody')).rejects.toThrow(OperatorMistake);
  await expect(run('account end')).rejects.toThrow(OperatorMistake);
});

it('statistics show tells views and percentiles', async () => {
  api.time.now = new Date();
  const view = { page: '/terms', locale: 'de', isView: true, vitals: [{ metric: 'CLS', value: 0.1 }] };
  await post(apiPaths.statistics, view);
  const { lines } = await run('statistics show', '--days', '7');
  expect(lines.join('\n')).toMatch(/: 1\n +1 {2}de {2}\/terms\n.*\n +CLS +0\.10 {2}\/terms \(1\)/);
  await expect(run('statistics show', '--days', '0')).rejects.toThrow(OperatorMistake);
});

it.each(['mail list', 'measure list'])('%s records no address that was typed for an account', async (name) => {
  const { subject, lines } = await run(name, '--account', 'asa@customers.example');
  expect([subject, lines[0]]).toEqual([null, expect.stringMatching(/^No (such mails|measures)\.$/)]);
});
