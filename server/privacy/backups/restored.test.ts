import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { aConsentRequest, aMail, anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findOverdue } from '../../platform/retention/retention.ts';
import { followReplayed } from '../closing/closing.ts';
import { backupRestore } from './backups.operator.ts';
import { backUp, restore } from './backups.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'restored-test-'));

type World = TestApi & { serviceClock: ServiceClock };
const worlds: World[] = [];
async function openWorld(): Promise<World> {
  const api = await createTestApi({ RELEASES_DIR: folder, SALES_OPEN: 'ch' });
  const world = { ...api, serviceClock: await openServiceClock(api.database) };
  worlds.push(world);
  return world;
}
let lost: World;
beforeAll(async () => {
  writeRelease(folder).publish();
  lost = await openWorld();
});
afterAll(async () => {
  for (const world of worlds) await world.close();
  rmSync(folder, { recursive: true });
});

async function moveTo(world: World, time: number): Promise<void> {
  await world.serviceClock.moveTo(new Date(time));
  world.time.now = world.serviceClock.now();
  expect(await world.runDueJobs()).toEqual([]);
}
const begin = (world: World, userId: string) =>
  world.download(userId, aDownloadRequest({ documents: documentsInForce(world.time.now) }));
async function ask(world: World, method: 'DELETE' | 'POST', userId: string) {
  const headers = { authorization: `Bearer ${await world.issuer.tokenFor(userId)}` };
  const url = method === 'DELETE' ? apiPaths.account : apiPaths.accountKept;
  return (await world.app.inject({ method, url, headers })).statusCode;
}
async function dump(world: World): Promise<string> {
  const { dataDir, version } = world.config;
  const now = world.serviceClock.now();
  const { file } = await backUp(world.database, { dataDir, version, recipient: undefined, now });
  const kept = path.join(folder, `${now.getTime()}.dump.gz`);
  copyFileSync(file, kept);
  return kept;
}
/** A new machine, which gets the dump and the file of ends. */
async function restoreElsewhere(world: World, file: string): Promise<World> {
  const other = await openWorld();
  const ends = 'account-ends.ndjson';
  copyFileSync(path.join(world.config.dataDir, ends), path.join(other.config.dataDir, ends));
  await other.serviceClock.moveTo(world.serviceClock.now());
  other.time.now = other.serviceClock.now();
  const { config, time } = other;
  const follow = followReplayed({ config, clock: () => time.now });
  const where = { file, identity: undefined, dataDir: config.dataDir, now: time.now, follow };
  await restore(other.database, where, product.retentionRules);
  return other;
}
const accountIn = (world: World, userId: string) =>
  world.database.kysely.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const mailsIn = (world: World, userId: string, kind: string) =>
  world.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('account_id', '=', userId)
    .where('kind', '=', kind)
    .execute();

it('whoever has kept the account since the dump that left its data out has it, and what was paid', async () => {
  const buyer = aBuyerAt(lost, 'user_kept');
  lost.time.now = lost.serviceClock.now();
  await begin(lost, 'user_kept');
  await buyer.subscribe();
  const at = lost.time.now.getTime();
  expect(await ask(lost, 'DELETE', 'user_kept')).toBe(200);
  await moveTo(lost, at + 3 * minuteMs);
  const between = await dump(lost);
  expect(await ask(lost, 'POST', 'user_kept')).toBe(200);
  await moveTo(lost, at + 6 * minuteMs);

  const restored = await restoreElsewhere(lost, between);
  await moveTo(restored, at + 8 * minuteMs);
  expect(await accountIn(restored, 'user_kept')).toMatchObject({ status: 'active', ended_at: null, email: null });
  expect(restored.issuer.removedUsers, 'who can sign in').toEqual([]);
  expect((await aBuyerAt(restored, 'user_kept').subscription()).plan).toBe('moderate');

  // The next download brings back what is needed.
  await begin(restored, 'user_kept');
  expect(await accountIn(restored, 'user_kept')).toMatchObject({ status: 'active', email: 'asa@customers.example' });
});

it('whoever is kept without data and closes again has 30 days, and then nothing is left', async () => {
  await begin(lost, 'user_again');
  const at = lost.serviceClock.now().getTime();
  expect(await ask(lost, 'DELETE', 'user_again')).toBe(200);
  await moveTo(lost, at + 3 * minuteMs);
  const between = await dump(lost);
  expect(await ask(lost, 'POST', 'user_again')).toBe(200);
  await moveTo(lost, at + 6 * minuteMs);

  const restored = await restoreElsewhere(lost, between);
  await restored.database.kysely
    .insertInto('usage_requests')
    .values(
      aUsageRequest(
        { id: 'user_again' },
        { state: 'counted', open_until: null, requested_at: restored.time.now, settled_at: restored.time.now },
      ),
    )
    .execute();
  expect(await ask(restored, 'DELETE', 'user_again')).toBe(200);
  const closedAt = restored.time.now.getTime();
  await moveTo(restored, closedAt + 29 * dayMs);
  expect(restored.issuer.removedUsers).not.toContain('user_again');
  await moveTo(restored, closedAt + 30 * dayMs + minuteMs);
  expect(restored.issuer.removedUsers).toContain('user_again');
  expect(
    await restored.database.kysely
      .selectFrom('usage_requests')
      .selectAll()
      .where('account_id', '=', 'user_again')
      .execute(),
  ).toEqual([]);
  expect(await findOverdue(restored.database, restored.time.now)).toEqual([]);
});

it('who was closed when the dump was made is erased, and signs in no more once the 30 days are over', async () => {
  await begin(lost, 'user_closed');
  const at = lost.serviceClock.now().getTime();
  expect(await ask(lost, 'DELETE', 'user_closed')).toBe(200);
  await moveTo(lost, at + 3 * minuteMs);
  const restored = await restoreElsewhere(lost, await dump(lost));
  await moveTo(restored, at + 5 * minuteMs);
  expect(await accountIn(restored, 'user_closed')).toMatchObject({ status: 'ended', email: null });
  expect(restored.issuer.removedUsers).not.toContain('user_closed');
  await moveTo(restored, at + 30 * dayMs + minuteMs);
  expect(restored.issuer.removedUsers).toContain('user_closed');
});

it('who has closed since the dump is reminded before the erasure, as promised', async () => {
  await begin(lost, 'user_since');
  const at = lost.serviceClock.now().getTime();
  const before = await dump(lost);
  expect(await ask(lost, 'DELETE', 'user_since')).toBe(200);
  await moveTo(lost, at + 3 * minuteMs);
  const restored = await restoreElsewhere(lost, before);
  expect(await accountIn(restored, 'user_since')).toMatchObject({ status: 'ended', email: 'asa@customers.example' });
  const written = await mailsIn(lost, 'user_since', 'closing-soon');
  const reminder = await mailsIn(restored, 'user_since', 'closing-soon');
  expect(reminder.map(({ due_at }) => due_at)).toEqual(written.map(({ due_at }) => due_at));
  expect(await mailsIn(restored, 'user_since', 'closed')).toEqual([]);
});

it('what somebody has forbidden, taken back or deleted since the dump stays so', async () => {
  const users = ['user_objector', 'user_restrictor', 'user_relenting', 'user_plain'];
  for (const user of users) await begin(lost, user);
  const decide = async (user: string, url: string, isOn: boolean) => {
    const headers = { authorization: `Bearer ${await lost.issuer.tokenFor(user)}` };
    expect((await lost.app.inject({ method: 'POST', url, headers, payload: { isOn } })).statusCode).toBe(200);
  };
  await decide('user_relenting', apiPaths.accountRestriction, true);
  await decide('user_relenting', apiPaths.accountObjection, true);
  const ids: string[] = [];
  for (const name of ['left', 'stays'])
    ids.push((await lost.operate('invite add', `${name}@waiting.example`, '--country', 'CH')).subject!);
  await lost.operate('invite country-added', 'CH');
  const at = lost.serviceClock.now().getTime();
  await moveTo(lost, at + minuteMs);
  const before = await dump(lost);
  await decide('user_objector', apiPaths.accountObjection, true);
  await decide('user_restrictor', apiPaths.accountRestriction, true);
  await decide('user_relenting', apiPaths.accountRestriction, false);
  await decide('user_relenting', apiPaths.accountObjection, false);
  await lost.operate('invite remove', ids[0]!);
  await moveTo(lost, at + 3 * minuteMs);

  const restored = await restoreElsewhere(lost, before);
  await moveTo(restored, at + 5 * minuteMs);
  const standings = await Promise.all(
    users.map(async (user) => {
      const { objected_at, restricted_at } = await accountIn(restored, user);
      return [user, objected_at !== null, restricted_at !== null];
    }),
  );
  expect(standings).toEqual([
    ['user_objector', true, false],
    ['user_restrictor', false, true],
    ['user_relenting', false, false],
    ['user_plain', false, false],
  ]);
  const downloads = await restored.database.kysely.selectFrom('downloads').selectAll().execute();
  const addressOf = (user: string) => downloads.find(({ account_id }) => account_id === user)!.ip_address;
  expect([addressOf('user_objector'), addressOf('user_plain')]).toEqual([null, expect.any(String)]);
  const { kysely } = restored.database;
  const waiting = await kysely.selectFrom('access_requests').select('email').execute();
  expect(waiting.map(({ email }) => email)).toEqual(['stays@waiting.example']);
  const told = await kysely.selectFrom('mails').select('recipient').where('kind', '=', 'country-added').execute();
  expect(told.map(({ recipient }) => recipient)).toEqual(['stays@waiting.example']);
});

it('whoever restores is told from when on corrections are lost', async () => {
  const file = await dump(lost);
  const other = await openWorld();
  const { config, database, serviceClock: clock } = other;
  const service = { isPublic: false, config, database, ...product, clock, runDueJobs: other.runDueJobs };
  const { lines } = await backupRestore.work(service, [file]);
  expect(lines.join('\n')).toMatch(/What was corrected since 20\d\d-\S+Z is lost/);
});

it('who has objected and closed, or was kept, stays so where an older dump is restored after another', async () => {
  const numbers = [1, 2, 3, 4, 5];
  const closers = numbers.map((number) => `user_closer_${number}`);
  const keepers = numbers.map((number) => `user_keeper_${number}`);
  for (const user of [...closers, ...keepers]) await begin(lost, user);
  for (const user of keepers) expect(await ask(lost, 'DELETE', user)).toBe(200);
  const at = lost.serviceClock.now().getTime();
  await moveTo(lost, at + minuteMs);
  const before = await dump(lost);
  for (const user of keepers) expect(await ask(lost, 'POST', user)).toBe(200);
  for (const user of [...closers, ...keepers]) {
    const headers = { authorization: `Bearer ${await lost.issuer.tokenFor(user)}` };
    const asked = { method: 'POST', url: apiPaths.accountObjection, headers, payload: { isOn: true } } as const;
    expect((await lost.app.inject(asked)).statusCode).toBe(200);
  }
  await moveTo(lost, at + 3 * minuteMs);
  for (const user of closers) expect(await ask(lost, 'DELETE', user)).toBe(200);
  await moveTo(lost, at + 5 * minuteMs);

  const first = await restoreElsewhere(lost, before);
  await moveTo(first, at + 7 * minuteMs);
  const second = await restoreElsewhere(first, before);
  for (const [world, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const)
    for (const user of [...closers, ...keepers]) {
      const { ended_at, objected_at } = await accountIn(world, user);
      expect([name, user, ended_at !== null, objected_at !== null]).toEqual([name, user, closers.includes(user), true]);
    }
});

describe('mails that waited in a dump', () => {
  it('are not sent a second time, unless two are better than none; what was not due yet leaves in time', async () => {
    const now = lost.serviceClock.now();
    const account = anAccount({ id: 'user_mailed', created_at: now, updated_at: now });
    const base = { enqueued_at: now, attempts: 0, deferrals: 0, give_up_at: new Date(now.getTime() + 40 * dayMs) };
    const waiting = { ...base, state: 'queued', due_at: now, attempted_at: null, outcome: null } as const;
    const mails = {
      asked: aMail(account, waiting),
      notice: aMail(account, { ...waiting, when_unknown: 'send-again' }),
      sending: aMail(account, { ...waiting, state: 'sending', due_at: null, attempted_at: now, attempts: 1 }),
      putOff: aMail(account, { ...waiting, state: 'deferred', due_at: new Date(now.getTime() + 5 * minuteMs) }),
      later: aMail(account, { ...waiting, due_at: new Date(now.getTime() + 20 * dayMs) }),
      sent: aMail(account, { ...base, state: 'sent', due_at: null, settled_at: now, outcome: '250' }),
    };
    await lost.database.kysely.insertInto('accounts').values(account).execute();
    await lost.database.kysely.insertInto('mails').values(Object.values(mails)).execute();
    const file = await dump(lost);
    await moveTo(lost, now.getTime() + 10 * minuteMs);

    const restored = await restoreElsewhere(lost, file);
    const stateOf = async (mail: keyof typeof mails) => {
      const query = restored.database.kysely.selectFrom('mails').select(['state', 'outcome']);
      return Object.values(await query.where('id', '=', mails[mail].id).executeTakeFirstOrThrow());
    };
    const states = async () => {
      const entries = Object.keys(mails) as (keyof typeof mails)[];
      return Object.fromEntries(await Promise.all(entries.map(async (name) => [name, await stateOf(name)])));
    };
    const unknown = ['unknown', 'restored'];
    const expected = {
      asked: unknown,
      sending: unknown,
      putOff: unknown,
      later: ['queued', null],
      sent: ['sent', '250'],
    };
    expect(await states()).toEqual({ ...expected, notice: ['deferred', 'restored'] });
    await moveTo(restored, now.getTime() + 12 * minuteMs);
    expect(await states()).toMatchObject({ ...expected, notice: ['sent', expect.any(String)] });
    const again = await restored.operate('mail send-again', mails.asked.id);
    expect(again.outcome).toBe('queued');
    await moveTo(restored, now.getTime() + 21 * dayMs);
    expect(await states()).toMatchObject({ asked: ['sent', expect.any(String)], later: ['sent', expect.any(String)] });
  });
});

it.each([
  ['consents', 'consents'],
  ['access_requests', 'access requests'],
  ['privacy_requests', 'privacy requests'],
  ['accounts', 'accounts'],
] as const)('a database in which there are %s is left as it is', async (table, told) => {
  const file = await dump(lost);
  const other = await openWorld();
  const now = other.serviceClock.now();
  other.time.now = now;
  if (table === 'access_requests') {
    await other.database.kysely
      .insertInto('access_requests')
      .values({
        id: '0f8fad5b-d9cb-469f-a165-70867728950e',
        email: 'asa@customers.example',
        country: 'CH',
        locale: 'de',
        state: 'waiting',
        asked_at: now,
        last_step_at: now,
      })
      .execute();
  } else if (table === 'privacy_requests')
    await other.operate(
      'request open',
      'access',
      '--channel',
      'post',
      '--email',
      'asa@customers.example',
      '--received',
      now.toISOString(),
    );
  else if (table === 'accounts') await begin(other, 'user_there');
  else await other.app.inject({ method: 'POST', url: apiPaths.consents, payload: aConsentRequest() });
  const rows = () => other.database.kysely.selectFrom(table).selectAll().execute();
  const before = await rows();
  expect(before).toHaveLength(1);
  const where = { file, identity: undefined, dataDir: other.config.dataDir, now };
  await expect(restore(other.database, where, product.retentionRules)).rejects.toThrow(
    new RegExp(`not empty: there are ${told}\\. .*DATABASE_URL, or an empty folder in DATA_DIR`),
  );
  expect(await rows()).toEqual(before);
});
