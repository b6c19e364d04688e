import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { endMeasuresOf } from './measures.queries.ts';
import { applyMeasures, measureRetention } from './measures.ts';

const begin = new Date('2026-11-24T12:00:00Z');

let api: TestApi;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  api = await createTestApi({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});
beforeEach(async () => {
  api.time.now = begin;
  await api.database.kysely.deleteFrom('mails').execute();
});

/** Only the jobs of measures and mails: others would meet records that began later. */
const pass = async (minutes = 1) => {
  api.time.now = new Date(api.time.now.getTime() + minutes * minuteMs);
  const failed = await api.runDueJobs();
  expect(failed.filter((job) => job === 'measures' || job === 'mail-delivery')).toEqual([]);
};
let people = 0;
async function anAccount(email = 'asa@customers.example'): Promise<string> {
  const id = `user_${++people}`;
  const documents = documentsInForce(api.time.now);
  await api.download(id, aDownloadRequest({ email, locale: 'de', documents }));
  await pass(0);
  return id;
}
const why = ['--reason', 'terms', '--sentence', 'Sie haben die App weiterverkauft.'];
const account = async (id: string) => (await api.get(apiPaths.account, id)).json();
const mailOf = async (id: string, kind: string) =>
  api.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('account_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
const idIn = ({ lines }: { lines: string[] }) => /^[0-9a-f-]{36}/.exec(lines[0]!)![0];

describe('a suspension', () => {
  it('takes effect once the mail with the reason has left, and says it in every answer', async () => {
    const id = await anAccount();
    const until = '2026-12-01T00:00:00.000Z';
    await api.operate('measure suspend', id, ...why, '--until', until);
    expect((await account(id)).status).toBe('active');
    const notice = await mailOf(id, 'measure-suspend');
    const { text } = await simpleParser(notice!.message!);
    expect(text).toContain(
      'Bei der Nutzung des Kontos wurde gegen die AGB verstossen. Sie haben die App weiterverkauft.',
    );
    expect(text).toMatch(/Die Sperre endet am\s+1\.\sDezember\s2026/);
    await pass();
    await pass();
    expect(await account(id)).toMatchObject({
      status: 'suspended',
      measures: [{ act: 'suspend', reason: 'terms', sentence: 'Sie haben die App weiterverkauft.', until }],
    });
    const toTheApp = await api.app.inject({
      method: 'POST',
      url: apiPaths.entitlements,
      headers: await api.desktopHeaders(id),
      payload: { installationId: crypto.randomUUID(), platform: 'windows' },
    });
    expect(toTheApp.json()).toMatchObject({ code: 'account-suspended', reason: 'terms', until });
    const refused = await api.submit(id, aDownloadRequest({ documents: documentsInForce(api.time.now) }));
    expect(refused.json()).toMatchObject({ code: 'account-suspended' });
    api.time.now = new Date(until);
    await pass(0);
    expect(await account(id)).toMatchObject({ status: 'active', measures: [] });
    expect(await mailOf(id, 'measure-lifted')).toBeDefined();
  });

  it('waits while the mail is put off, and no longer once it is known not to arrive', async () => {
    const id = await anAccount('later@customers.example');
    await api.operate('measure suspend', id, ...why);
    for (let index = 0; index < 3; index += 1) await pass();
    expect((await account(id)).status).toBe('active');
    await pass(49 * 60);
    await pass();
    await pass();
    expect((await account(id)).status).toBe('suspended');
    expect((await api.operate('mail letters')).lines[0]).toContain(id);
  });

  it('does not wait where security or the law cannot', async () => {
    const id = await anAccount('later@customers.example');
    await api.operate(
      'measure suspend',
      id,
      '--reason',
      'security',
      '--sentence',
      'Jemand anders nutzt es.',
      '--at-once',
      'security',
    );
    await pass();
    expect((await account(id)).status).toBe('suspended');
    await expect(api.operate('measure suspend', id, ...why, '--at-once', 'payment')).rejects.toThrow('security or law');
  });

  it('begins no sooner than announced, so that the holder can mend the breach', async () => {
    const id = await anAccount();
    const from = new Date(api.time.now.getTime() + 14 * dayMs);
    const measure = idIn(await api.operate('measure suspend', id, ...why, '--minor'));
    const { text } = await simpleParser((await mailOf(id, 'measure-suspend'))!.message!);
    expect(text).toMatch(/Die Frist dafür endet am\s+8\.\sDezember\s2026/);
    await pass();
    await pass();
    expect((await account(id)).status).toBe('active');
    const other = idIn(await api.operate('measure suspend', id, ...why, '--from', from.toISOString()));
    await api.operate('measure lift', other);
    api.time.now = from;
    await pass(0);
    expect((await account(id)).status).toBe('suspended');
    await api.operate('measure lift', measure);
    await pass();
    expect((await account(id)).status).toBe('active');
  });

  it('ends only when none is left', async () => {
    const id = await anAccount();
    const first = idIn(await api.operate('measure suspend', id, ...why));
    await api.operate('measure suspend', id, '--reason', 'payment', '--sentence', 'Rechnung 7.');
    await pass();
    await pass();
    await api.operate('measure lift', first);
    await pass();
    expect(await account(id)).toMatchObject({ status: 'suspended', measures: [{ reason: 'payment', until: null }] });
  });
});

it('its end leaves alone what an operator has suspended by hand meanwhile', async () => {
  const id = await anAccount();
  const measure = idIn(await api.operate('measure suspend', id, ...why));
  await pass();
  await pass();
  await api.operate('account suspend', id);
  await api.operate('measure lift', measure);
  await pass();
  expect(await account(id)).toMatchObject({ status: 'suspended', measures: [] });
  expect(await mailOf(id, 'measure-lifted')).toBeUndefined();
  await api.operate('account unsuspend', id);
  expect((await account(id)).status).toBe('active');
});

describe('a measure that is taken back before it is in effect', () => {
  const measures = ['suspend', 'terminate'] as const;
  it.each(measures)('tells nobody of a %s whose notice has not left', async (act) => {
    const id = await anAccount();
    const measure = idIn(await api.operate(`measure ${act}`, id, ...why));
    await api.operate('measure lift', measure);
    await pass();
    expect([await mailOf(id, `measure-${act}`), await mailOf(id, 'measure-lifted')]).toEqual([undefined, undefined]);
    expect((await account(id)).status).toBe('active');
  });

  it.each(measures)('tells the holder who has read of a %s that it is off', async (act) => {
    const id = await anAccount();
    const measure = idIn(await api.operate(`measure ${act}`, id, ...why, '--minor'));
    await pass();
    await api.operate('measure lift', measure);
    expect(await mailOf(id, 'measure-lifted')).toBeDefined();
    await pass(15 * 24 * 60);
    await pass();
    expect((await account(id)).status).toBe('active');
  });

  it('is not in effect because a sweep found it a moment before', async () => {
    const id = await anAccount();
    const from = '2026-12-20T00:00:00.000Z';
    const measure = idIn(await api.operate('measure terminate', id, ...why, '--from', from));
    await pass();
    const { database, config } = api;
    api.time.now = new Date(from);
    const { lifting, sweep } = await database.kysely.transaction().execute(async (trx) => {
      await lockAccount(trx, id);
      // On PostgreSQL the lift waits for the account, then the sweep, which has found the measure by then.
      const lifting = api.operate('measure lift', measure);
      await wait(200);
      const sweep = applyMeasures({ database, config, clock: () => api.time.now });
      await wait(200);
      return { lifting, sweep };
    });
    await Promise.all([lifting, sweep]);
    await pass();
    expect((await account(id)).status).toBe('active');
  });
});

it('an account that its holder had closed is suspended again as soon as it is kept', async () => {
  const id = await anAccount();
  await api.operate('measure suspend', id, ...why, '--minor');
  await api.operate('account end', id);
  await pass(14 * 24 * 60);
  await pass();
  await api.operate('account restore', id);
  expect((await account(id)).status).toBe('suspended');
  expect((await api.operate('account unsuspend', id)).lines[0]).toContain('measure lift');
  expect((await account(id)).status).toBe('suspended');
});

it('a proof of residence is asked for, and only that it was seen is noted', async () => {
  const id = await anAccount();
  const asked = idIn(await api.operate('measure prove', id, '--sentence', 'Ihre Adresse liegt anderswo.'));
  expect(await mailOf(id, 'measure-prove')).toBeDefined();
  await pass(14 * 24 * 60 + 1);
  await pass();
  expect(await account(id)).toMatchObject({ status: 'active', measures: [] });
  expect(await api.operate('measure list', '--account', id)).toMatchObject({ failed: true });
  await api.operate('measure seen', asked);
  expect(await api.operate('measure list', '--account', id)).toMatchObject({ failed: false });
});

it('what is in effect is kept however old it is, and goes three years after its end', async () => {
  const id = await anAccount();
  const measure = idIn(await api.operate('measure suspend', id, ...why, '--at-once', 'law'));
  await pass();
  const { kysely } = api.database;
  const age = () =>
    api.database.asOwner((owner) =>
      sql`update account_measures set noted_at = '2020-01-01' where measure_id = ${measure}`.execute(owner),
    );
  const count = () => measureRetention.count(kysely, new Date('2040-01-01T00:00:00Z'));
  await age();
  expect(await count()).toBe(0);
  await kysely.transaction().execute((trx) => endMeasuresOf(trx, id));
  await age();
  expect(await count()).toBe(3);
  const removed = await kysely.transaction().execute((trx) => measureRetention.remove(trx, api.time.now, 500));
  expect(removed).toBe(3);
});

it('a termination ends the account for the company, and lifting it comes too late', async () => {
  const id = await anAccount();
  const measure = idIn(await api.operate('measure terminate', id, ...why));
  await pass();
  await pass();
  expect(await account(id)).toMatchObject({ status: 'ended', end: { by: 'company' } });
  await expect(api.operate('measure lift', measure)).rejects.toThrow('account restore');
});

it('a termination cannot be evaded by closing the account before it and keeping it after', async () => {
  const id = await anAccount();
  const measure = idIn(await api.operate('measure terminate', id, ...why));
  await api.operate('account end', id);
  const closedAt = api.time.now.toISOString();
  expect(await mailOf(id, 'closing-soon')).toBeDefined();
  await pass();
  await pass();
  expect(await account(id)).toMatchObject({ status: 'ended', end: { by: 'company', at: closedAt } });
  expect(await mailOf(id, 'closing-soon')).toBeUndefined();
  await api.operate('measure object', measure);
  await api.operate('measure decide', measure, '--sentence', 'Sie haben recht.', '--lift');
  expect(await account(id)).toMatchObject({ status: 'ended', end: { by: 'holder', at: closedAt } });
});

describe('a termination that was wrong', () => {
  const anObjection = async () => {
    const id = await anAccount();
    const measure = idIn(await api.operate('measure terminate', id, ...why));
    await pass();
    await pass();
    await api.operate('measure object', measure);
    return { id, measure };
  };

  it('is undone by the decision about the objection', async () => {
    const { id, measure } = await anObjection();
    await api.operate('measure decide', measure, '--sentence', 'Sie haben recht.', '--lift');
    expect(await account(id)).toMatchObject({ status: 'active', end: null });
    expect([await mailOf(id, 'kept'), await mailOf(id, 'objection-decided')]).toEqual([
      expect.anything(),
      expect.anything(),
    ]);
    await pass();
    expect((await account(id)).status).toBe('active');
  });

  it('is not said to be undone once the account cannot go on', async () => {
    const { id, measure } = await anObjection();
    await pass(30 * 24 * 60);
    const decide = (...more: string[]) =>
      api.operate('measure decide', measure, '--sentence', 'Sie haben recht.', ...more);
    await expect(decide('--lift')).rejects.toThrow('cannot go on');
    expect(await mailOf(id, 'objection-decided')).toBeUndefined();
    const nothing = { full_name: null, email: null, country: null, ip_address: null, user_agent: null };
    await api.database.kysely.updateTable('accounts').set(nothing).where('id', '=', id).execute();
    expect((await decide()).lines[0]).toContain('letter');
  });

  it('leaves an account alone that its holder has closed since it was restored', async () => {
    const { id, measure } = await anObjection();
    await api.operate('account restore', id);
    await api.operate('account end', id);
    await api.operate('measure decide', measure, '--sentence', 'Sie haben recht.', '--lift');
    expect(await account(id)).toMatchObject({ status: 'ended', end: { by: 'holder' } });
  });
});

it('an objection is confirmed, decided within 14 days by a person, and told', async () => {
  const id = await anAccount();
  const measure = idIn(await api.operate('measure suspend', id, ...why));
  await pass();
  await pass();
  await expect(api.operate('measure decide', measure, '--sentence', 'Ja.')).rejects.toThrow('Nobody has objected');
  const objectedAt = api.time.now;
  const { lines } = await api.operate('measure object', measure);
  expect(lines[0]).toContain(new Date(objectedAt.getTime() + 14 * dayMs).toISOString());
  expect(await mailOf(id, 'objection-received')).toBeDefined();
  api.time.now = new Date(objectedAt.getTime() + 14 * dayMs + 1);
  expect((await api.operate('measure list', '--account', id)).lines.join('\n')).toContain('OVERDUE');
  await api.operate('measure decide', measure, '--sentence', 'Sie haben recht.', '--lift');
  await pass();
  expect((await account(id)).status).toBe('active');
  const { text } = await simpleParser((await mailOf(id, 'objection-decided'))!.message!);
  expect(text).toContain('Sie haben recht.');
  expect((await api.operate('measure list', '--account', id)).lines.join('\n')).not.toContain('OVERDUE');
});

it('cannot be changed or removed by the application', async () => {
  await expect(api.database.kysely.deleteFrom('account_measures').execute()).rejects.toThrow(/refused/);
});
