import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { aMail, anAccount, aReturnedMail } from '../../../tests/factories/records.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { changeHold, placeHold } from '../../privacy/holds/holds.ts';
import { openServiceClock } from '../clock/clock.ts';
import { removeExpired } from '../retention/retention.ts';
import { findOwedLetters } from './mails.queries.ts';
import { returnedRetention } from './mails-retention.ts';

/** Behind the clock of the machine, so that moving the service's clock ahead passes every period. */
const start = new Date(Math.floor(Date.now() / 1000) * 1000);
const after = (days: number, hours = 0) => new Date(start.getTime() + days * dayMs + hours * hourMs);

let database: Database;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterEach(() => remove());

/** Moves the clock and does what is due then, rule by rule. What would be kept past its promise, the retention's own test shows. */
async function moveTo(time: Date): Promise<void> {
  await (await openServiceClock(database)).moveTo(time);
  for (const { error } of await removeExpired(database, product.retentionRules, time)) expect(error).toBeUndefined();
}

const mails = () => database.kysely.selectFrom('mails').selectAll().orderBy('kind').execute();

it('what a mail said goes after 90 days, and with it all of a mail without an account', async () => {
  const account = anAccount({ created_at: start });
  await database.kysely.insertInto('accounts').values(account).execute();
  const sent = { state: 'sent', due_at: null, settled_at: start, enqueued_at: start } as const;
  const ours = aMail(account, { kind: 'with-account', ...sent });
  await database.kysely
    .insertInto('mails')
    .values([ours, aMail(null, { kind: 'without-account', ...sent })])
    .execute();
  await moveTo(after(90, -2));
  expect(await mails()).toMatchObject([{ recipient: ours.recipient, message: ours.message }, { account_id: null }]);
  await moveTo(after(90));
  expect(await mails()).toEqual([{ ...ours, recipient: null, message: null }]);
});

it('what a mail said goes with the account, also before it was sent; its record with what is left of the account', async () => {
  const account = anAccount({ status: 'ended', ended_at: start, ended_by: 'holder', created_at: start });
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely
    .insertInto('mails')
    .values(aMail(account, { enqueued_at: start, due_at: after(40), give_up_at: after(41) }))
    .execute();
  await moveTo(after(30, -1));
  expect(await mails()).toMatchObject([{ state: 'deferred', recipient: 'asa@customers.example' }]);
  await moveTo(after(30));
  expect(await mails()).toMatchObject([
    { state: 'bounced', outcome: 'removed', due_at: null, recipient: null, message: null, account_id: account.id },
  ]);
  await database.kysely
    .updateTable('accounts')
    .set({ login_removed_at: after(30) })
    .execute();
  await moveTo(after(95));
  expect(await mails()).toEqual([]);
  expect(await database.kysely.selectFrom('accounts').select('id').execute()).toEqual([]);
});

const returned = async () =>
  (await database.kysely.selectFrom('returned_mails').select('id').execute()).map(({ id }) => id).toSorted();

it('of what came back and nobody has looked at, the mail counts as returned from then on', async () => {
  const account = anAccount({ created_at: start });
  await database.kysely.insertInto('accounts').values(account).execute();
  const sent = { state: 'sent', outcome: '250', due_at: null, settled_at: start, enqueued_at: start } as const;
  const doubted = aMail(account, { kind: 'change-notice', ...sent });
  const decided = aMail(account, { kind: 'contract-confirmation', ...sent });
  await database.kysely.insertInto('mails').values([doubted, decided]).execute();
  const arrived_at = after(3);
  const about = (mail_id: string | null) => ({ mail_id, account_id: mail_id && account.id, arrived_at });
  await database.kysely
    .insertInto('returned_mails')
    .values([
      aReturnedMail(about(doubted.id)),
      aReturnedMail(about(doubted.id)),
      aReturnedMail({ ...about(decided.id), decided_at: after(4), decision: 'nothing' }),
      aReturnedMail({ ...about(null), form: 'foreign' }),
    ])
    .execute();
  await moveTo(after(93, -2));
  expect(await returned()).toHaveLength(4);
  await moveTo(after(93));
  expect(await returned()).toEqual([]);
  const stateOf = async (kind: string) => (await mails()).find((mail) => mail.kind === kind);
  expect(await stateOf('change-notice')).toMatchObject({
    state: 'bounced',
    outcome: 'returned, and nobody looked',
    settled_at: arrived_at,
  });
  expect(await stateOf('contract-confirmation')).toMatchObject({ state: 'sent', outcome: '250' });
  expect((await findOwedLetters(database.kysely)).map(({ id }) => id)).toEqual([doubted.id]);
});

it('what came back stays for as long as the mails of its account are held for a dispute', async () => {
  const account = anAccount({ created_at: start });
  await database.kysely.insertInto('accounts').values(account).execute();
  const mail = aMail(account, { state: 'sent', due_at: null, settled_at: start, enqueued_at: start });
  await database.kysely.insertInto('mails').values(mail).execute();
  const held = aReturnedMail({ mail_id: mail.id, account_id: account.id, arrived_at: start });
  await database.kysely
    .insertInto('returned_mails')
    .values([held, aReturnedMail({ arrived_at: start })])
    .execute();
  const { kysely } = database;
  const hold = await kysely
    .transaction()
    .execute((trx) => placeHold(trx, { accountId: account.id, kind: 'mails', reason: 'A dispute', at: start }));
  await moveTo(after(91));
  expect(await returned()).toEqual([held.id]);
  expect(await returnedRetention.count(kysely, after(1))).toBe(0);
  await kysely.transaction().execute((trx) => changeHold(trx, hold!.id, { lifted_at: after(91) }));
  await moveTo(after(91, 1));
  expect(await returned()).toEqual([]);
});

it('an address is remembered as dead for 12 months', async () => {
  const year = start.getUTCFullYear() + 1;
  const suppressed_at = new Date(`${year}-02-28T12:00:00.000Z`);
  await database.kysely
    .insertInto('mail_suppressions')
    .values({ address_sha256: 'ab'.repeat(32), outcome: '550 5.1.1', suppressed_at })
    .execute();
  const count = async () => (await database.kysely.selectFrom('mail_suppressions').selectAll().execute()).length;
  await moveTo(new Date(`${year + 1}-02-28T10:00:00.000Z`));
  expect(await count()).toBe(1);
  await moveTo(new Date(`${year + 1}-02-28T12:00:00.000Z`));
  expect(await count()).toBe(0);
});
