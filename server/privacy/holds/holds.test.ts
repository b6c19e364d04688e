import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from '../../../shared/business/company.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { addMonths } from '../../../shared/months.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aDownload, aMail, anAcceptance, anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import type { Service, TransactionCommand } from '../../contract/command.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { performOn } from '../../operator/perform.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findExpired, findOverdue } from '../../platform/retention/retention.ts';

let api: TestApi;
let clock: ServiceClock;
let service: Service;
beforeAll(async () => {
  api = await createTestApi();
  clock = await openServiceClock(api.database);
  const { database, config, runDueJobs } = api;
  service = { isPublic: false, config, database, ...product, runDueJobs, clock };
});
afterAll(() => api.close());

async function operate(name: string, ...args: string[]) {
  const found = product.commands.find((each) => each.name === name) as TransactionCommand;
  return performOn(service, found, args);
}
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}
const hold = async (...args: string[]) => /Hold (\S+):/.exec((await operate('hold place', ...args)).lines[0]!)![1]!;

/** An account that ended now, with something of each kind. */
async function plant(id: string): Promise<number> {
  const now = clock.now();
  const account = anAccount({ id, status: 'ended', ended_at: now, ended_by: 'holder' });
  const download = aDownload(account, { started_at: now, expires_at: new Date(now.getTime() + 7 * dayMs) });
  const { kysely } = api.database;
  await kysely.insertInto('accounts').values(account).execute();
  await kysely.insertInto('downloads').values(download).execute();
  await kysely
    .insertInto('acceptances')
    .values(anAcceptance(download, { accepted_at: now }))
    .execute();
  const settled = { state: 'counted', open_until: null, requested_at: now, settled_at: now } as const;
  await kysely.insertInto('usage_requests').values(aUsageRequest(account, settled)).execute();
  const mail = { state: 'sent', due_at: null, settled_at: now, enqueued_at: now } as const;
  await kysely.insertInto('mails').values(aMail(account, mail)).execute();
  return now.getTime();
}

/** What is left of the account, by kind. */
async function leftOf(id: string): Promise<string[]> {
  const { kysely } = api.database;
  const count = async (table: 'downloads' | 'acceptances' | 'usage_requests') =>
    (await kysely.selectFrom(table).where('account_id', '=', id).select('account_id').execute()).length;
  const account = await kysely.selectFrom('accounts').where('id', '=', id).selectAll().executeTakeFirst();
  const mail = await kysely.selectFrom('mails').where('account_id', '=', id).selectAll().executeTakeFirst();
  return [
    ...(account ? ['stub'] : []),
    ...(account?.email ? ['account'] : []),
    ...((await count('downloads')) ? ['downloads'] : []),
    ...((await count('acceptances')) ? ['acceptances'] : []),
    ...((await count('usage_requests')) ? ['usage'] : []),
    ...(mail?.message ? ['mails'] : []),
  ];
}

it('one kind of one account is kept while the rest goes in time, and goes when the hold is lifted', async () => {
  const at = await plant('user_held');
  await plant('user_free');
  const id = await hold('user_held', 'usage', 'A dispute about quotas');
  await moveTo(at + 30 * dayMs + 5 * minuteMs);
  expect(await leftOf('user_held')).toEqual(['stub', 'acceptances', 'usage']);
  expect(await leftOf('user_free')).toEqual(['stub', 'acceptances']);
  await moveTo(addMonths(new Date(at), 4).getTime());
  expect(await leftOf('user_held')).toEqual(['stub', 'usage']);
  expect(await leftOf('user_free')).toEqual([]);
  // What is held is not found as kept for too long; once it is lifted, it is gone at once.
  expect(await findOverdue(api.database, clock.now())).toEqual([]);
  await moveTo(addMonths(new Date(at), 27).getTime());
  expect(await leftOf('user_held')).toEqual(['stub', 'usage']);
  expect((await operate('hold lift', id)).outcome).toBe('lifted: usage');
  expect(await leftOf('user_held')).toEqual([]);
  expect((await operate('hold lift', id)).outcome).toBe('none');
});

it.each(['account', 'downloads', 'acceptances', 'mails'] as const)(
  '%s can be held, and then only that',
  async (kind) => {
    const user = `user_${kind}`;
    const at = await plant(user);
    const id = await hold(user, kind, 'A dispute');
    await moveTo(addMonths(new Date(at), 4).getTime());
    const left = await leftOf(user);
    // Held as a whole, nothing of the account was erased, neither with it nor by a rule of its own.
    const whole = ['stub', 'account', 'downloads', 'acceptances', 'usage', 'mails'];
    expect(left).toEqual(kind === 'account' ? whole : ['stub', kind]);
    if (kind === 'downloads' || kind === 'account') {
      const [download] = await api.database.kysely
        .selectFrom('downloads')
        .where('account_id', '=', user)
        .selectAll()
        .execute();
      expect(download).toMatchObject({ ip_address: '192.0.2.7' });
    }
    expect(await findOverdue(api.database, clock.now())).toEqual([]);
    // A dry run counts what a run would remove, and that is nothing more.
    const due = await findExpired(api.database, product.retentionRules, clock.now());
    expect(due.filter(({ records }) => records)).toEqual([]);
    await operate('hold lift', id);
    await moveTo(clock.now().getTime() + 2 * minuteMs);
    expect(await leftOf(user)).toEqual([]);
  },
);

it('what two holds keep goes when neither does any more', async () => {
  const at = await plant('user_both');
  const usage = await hold('user_both', 'usage', 'A dispute');
  await moveTo(at + 30 * dayMs + 5 * minuteMs);
  const whole = await hold('user_both', 'account', 'Another dispute');
  await operate('hold lift', usage);
  expect(await leftOf('user_both')).toEqual(['stub', 'acceptances', 'usage']);
  await operate('hold lift', whole);
  expect(await leftOf('user_both')).toEqual(['stub', 'acceptances']);
});

it.each(['account', 'downloads', 'usage'] as const)(
  'an objection to traces leaves those of a held %s',
  async (kind) => {
    const user = `user_objects_${kind}`;
    const { kysely } = api.database;
    const now = clock.now();
    await kysely
      .insertInto('accounts')
      .values(anAccount({ id: user }))
      .execute();
    const download = aDownload(anAccount({ id: user }), {
      started_at: now,
      expires_at: new Date(now.getTime() + 7 * dayMs),
    });
    await kysely.insertInto('downloads').values(download).execute();
    const id = await hold(user, kind, 'A dispute');
    await kysely.updateTable('accounts').set({ objected_at: now }).where('id', '=', user).execute();
    const traces = async () => {
      await moveTo(clock.now().getTime() + minuteMs);
      const [row] = await kysely.selectFrom('downloads').where('account_id', '=', user).select('ip_address').execute();
      const [own] = await kysely.selectFrom('accounts').where('id', '=', user).select('ip_address').execute();
      return [row!.ip_address, own!.ip_address].map((trace) => trace !== null);
    };
    expect(await traces()).toEqual([kind !== 'usage', kind === 'account']);
    await operate('hold lift', id);
    expect(await traces()).toEqual([false, false]);
  },
);

it('is to be reviewed after six months, and told until somebody does', async () => {
  const at = await plant('user_reviewed');
  const id = await hold('user_reviewed', 'mails', 'A dispute about a notice');
  const notices = async () =>
    (
      await api.database.kysely
        .selectFrom('mails')
        .where('kind', '=', 'hold-review')
        .where('recipient', '=', operator.privacyEmail)
        .selectAll()
        .execute()
    ).length;
  const due = addMonths(new Date(at), 6).getTime();
  await moveTo(due - 60 * minuteMs);
  expect([await notices(), (await operate('hold list')).failed]).toEqual([0, false]);
  await moveTo(due + 5 * minuteMs);
  expect([await notices(), (await operate('hold list')).failed]).toEqual([1, true]);
  await operate('hold review', id);
  expect((await operate('hold list')).failed).toBe(false);
  await operate('hold lift', id);
  await expect(operate('hold review', id)).rejects.toThrow(OperatorMistake);
});

it('refuses what is no hold, and the same hold twice', async () => {
  await plant('user_twice');
  await hold('user_twice', 'usage', 'A dispute');
  for (const args of [
    ['user_twice', 'usage', 'Again'],
    ['user_unknown', 'usage', 'A dispute'],
    ['user_twice', 'everything', 'A dispute'],
    ['user_twice', 'mails'],
    [],
  ])
    await expect(operate('hold place', ...args)).rejects.toThrow(OperatorMistake);
});

it('what cannot be recorded is not done, and the record names the account', async () => {
  await plant('user_recorded');
  const id = await hold('user_recorded', 'usage', 'A dispute');
  const holds = () =>
    api.database.kysely.selectFrom('legal_holds').selectAll().where('account_id', '=', 'user_recorded').execute();
  const before = await holds();
  const setRecords = (change: string) =>
    api.database.asOwner((owner) => sql`alter table operator_actions ${sql.raw(change)}`.execute(owner));
  await setRecords("add constraint no_holds check (command not like 'hold %') not valid");
  try {
    const calls: [string, ...string[]][] = [
      ['hold place', 'user_recorded', 'mails', 'A dispute'],
      ['hold review', id],
      ['hold lift', id],
    ];
    for (const args of calls) await expect(operate(...args)).rejects.toThrow(/no_holds/);
    expect(await holds()).toEqual(before);
  } finally {
    await setRecords('drop constraint no_holds');
  }
  await operate('hold review', id);
  await operate('hold lift', id);
  const recorded = await api.database.kysely
    .selectFrom('operator_actions')
    .select(['command', 'outcome'])
    .where('subject', '=', 'user_recorded')
    .execute();
  expect(recorded.map(({ command, outcome }) => `${command}, ${outcome}`).toSorted()).toEqual([
    'hold lift, lifted: usage',
    'hold place, held: usage',
    'hold review, reviewed: usage',
  ]);
});
