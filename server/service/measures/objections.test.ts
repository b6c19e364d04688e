import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { measureObjectionPath } from '../../../shared/api-paths.ts';
import { operator } from '../../../shared/business/company.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';

let api: TestApi;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  api = await createTestApi({ SMTP_URL: smtp.url });
  api.time.now = new Date('2026-11-24T12:00:00Z');
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

/** Only the jobs of measures and mails: others would meet records that began later. */
async function pass(ms = minuteMs): Promise<void> {
  for (const step of [ms, minuteMs]) {
    api.time.now = new Date(api.time.now.getTime() + step);
    const failed = await api.runDueJobs();
    expect(failed.filter((job) => job === 'measures' || job === 'mail-delivery')).toEqual([]);
  }
}
let people = 0;
async function anAccount(email = 'asa@customers.example'): Promise<string> {
  const id = `user_${++people}`;
  await api.download(id, aDownloadRequest({ email, locale: 'de', documents: documentsInForce(api.time.now) }));
  return id;
}
async function take(act: string, id: string, ...args: string[]): Promise<string> {
  const why = ['--reason', 'terms', '--sentence', 'Sie haben die App weiterverkauft.'];
  const { lines } = await api.operate(`measure ${act}`, id, ...why, ...args);
  return /^[0-9a-f-]{36}/.exec(lines[0]!)![0];
}
const object = async (userId: string, measure: string, payload: object) =>
  api.app.inject({
    method: 'POST',
    url: measureObjectionPath(measure),
    headers: { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` },
    payload,
  });
const mailsOf = async (id: string | null, ...kinds: string[]) => {
  const mails = await api.database.kysely
    .selectFrom('mails')
    .select(['kind', 'recipient'])
    .where('account_id', id === null ? 'is' : '=', id)
    .where('kind', 'in', kinds)
    .orderBy('enqueued_at')
    .execute();
  return mails;
};

it('an objection by the button enters the register once, with its time, and a person is told', async () => {
  const id = await anAccount();
  const measure = await take('suspend', id);
  await pass();
  const at = api.time.now;
  const words = 'Das war nicht ich.\nMein Bruder hat das Gerät.';
  const first = await object(id, measure, { words: `  ${words}  ` });
  const objection = {
    at: at.toISOString(),
    decideBy: new Date(at.getTime() + 14 * dayMs).toISOString(),
    isDecided: false,
  };
  expect([first.statusCode, first.json().measures]).toMatchObject([200, [{ id: measure, objection }]]);
  api.time.now = new Date(at.getTime() + minuteMs);
  for (const strange of ['a\u0000b', '\u202eevil\u2066', 'a\u001b[2Jb'])
    expect((await object(id, measure, { words: strange })).statusCode).toBe(422);
  const again = await object(id, measure, { words: 'Noch einmal.' });
  expect(again.json().measures[0].objection).toEqual(objection);
  expect(await mailsOf(id, 'objection-received')).toHaveLength(1);
  expect(await mailsOf(null, 'objection-waiting')).toEqual([
    { kind: 'objection-waiting', recipient: operator.privacyEmail },
  ]);

  const listed = (await api.operate('measure list', '--account', id)).lines.join('\n');
  expect(listed).toContain(`object  (holder)\n        ${JSON.stringify(words)}`);
  expect(listed).toContain(`to be decided by ${objection.decideBy}`);
  expect((await api.operate('measure object', measure)).outcome).toBe('none');
  await api.operate('measure decide', measure, '--sentence', 'Wir bleiben dabei.');
  expect((await object(id, measure, { words })).json().measures[0].objection.isDecided).toBe(true);
});

it('nobody objects for somebody else, to nothing, or without a word', async () => {
  const id = await anAccount();
  const measure = await take('throttle', id);
  await pass();
  const answers = [
    await object('user_other', measure, { words: 'Nein.' }),
    await object(id, crypto.randomUUID(), { words: 'Nein.' }),
    await object(id, 'x', { words: 'Nein.' }),
    await object(id, measure, { words: '  ' }),
    await object(id, measure, { words: 'x'.repeat(textLimits.objection.max + 1) }),
    await object(id, measure, {}),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 422, 422, 422]);
  expect(await mailsOf(id, 'objection-received')).toEqual([]);
});

it('that everything works as before is told only where nothing else stands', async () => {
  const id = await anAccount();
  const throttle = await take('throttle', id);
  const block = await take('block', id);
  await pass();
  const lifted = ['measure-lifted', 'measure-lifted-partly'];
  const kinds = async () => (await mailsOf(id, ...lifted)).map(({ kind }) => kind);
  await api.operate('measure lift', block);
  await pass();
  expect(await kinds(), 'the throttle is in effect').toEqual(['measure-lifted-partly']);
  const announced = await take('suspend', id, '--minor');
  await pass();
  await api.operate('measure lift', throttle);
  await pass();
  expect(await kinds(), 'the suspension is announced').toEqual(['measure-lifted-partly', 'measure-lifted-partly']);
  await api.operate('measure lift', announced);
  await pass();
  expect(await kinds()).toEqual(['measure-lifted-partly', 'measure-lifted-partly', 'measure-lifted']);
});

it.each(['lift', 'end'] as const)('a notice that nobody received is owed no letter after the %s', async (how) => {
  const id = await anAccount('gone@customers.example');
  const until = new Date(api.time.now.getTime() + dayMs).toISOString();
  const measure = await take('block', id, '--until', until);
  const other = await take('throttle', id);
  await pass();
  const owed = async () =>
    (await api.operate('mail letters')).lines.filter((line) => line.startsWith(`${id}  measure-`));
  expect((await owed()).map((line) => line.split('  ')[1]).toSorted()).toEqual(['measure-block', 'measure-throttle']);
  if (how === 'lift') await api.operate('measure lift', measure);
  await pass(how === 'lift' ? minuteMs : dayMs);
  expect(await owed(), 'the other stands').toEqual([expect.stringContaining('measure-throttle')]);
  await api.operate('measure lift', other);
  expect(await owed()).toEqual([]);
});
