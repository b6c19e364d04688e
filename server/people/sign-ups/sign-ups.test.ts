import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { access } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import { locales } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { TestApi } from '../../../tests/factories/api.ts';
import { createApiWithLogin } from '../../../tests/factories/api-with-login.ts';
import type { LoginProcess } from '../../../tests/factories/login-process.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { eraseAccount, exportAccount } from '../../contract/account-part.ts';
import { OperatorMistake } from '../../contract/command.ts';
import { product } from '../../features.ts';

let provider: LoginProcess;
let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, provider, close } = await createApiWithLogin());
});
afterAll(() => close());
beforeEach(() => {
  api.time.now = new Date();
});

/** Somebody with a sign-in, who has not downloaded anything. */
async function signUp(name: string, given: { emailVerified?: boolean; locale?: string } = {}) {
  const email = `${name}@sign-ups.example`;
  const { id = '' } = await provider.control('accounts', { email, password: 'a long enough password', ...given });
  return { id, email };
}
const invite = async (...args: string[]) => (await api.operate('invite signed-up', ...args)).lines.join('\n');
const listed = async (...args: string[]) => (await api.operate('account new', ...args)).lines.join('\n');
const mailsTo = (email: string) =>
  api.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', 'like', '%invitation')
    .execute();
const changeAccount = (id: string, change: object) =>
  api.database.kysely.updateTable('accounts').set(change).where('id', '=', id).execute();

it('lists everybody who signed up in the last days, with a download or without', async () => {
  const [without, before] = [await signUp('without'), await signUp('with')];
  await api.download(before.id, { email: 'typed@sign-ups.example', country: 'SE' });
  for (const [id, days] of [
    ['user_before', 8],
    ['user_since', 6],
  ] as const)
    await api.database.kysely
      .insertInto('accounts')
      .values(anAccount({ id, created_at: new Date(api.time.now.getTime() - days * dayMs) }))
      .execute();
  const lines = (await listed()).split('\n');
  const lineOf = (id: string) => lines.filter((line) => line.startsWith(id));
  expect(lineOf(without.id)).toEqual([
    expect.stringMatching(/without@sign-ups\.example {2}-- {2}no download {2}to be/),
  ]);
  expect(lineOf(before.id)).toEqual([expect.stringMatching(/with@sign-ups\.example {2}SE {2}active {2}to be invited/)]);
  expect(lineOf('user_since')).toHaveLength(1);
  expect(lineOf('user_before')).toEqual([]);
  expect(await listed('9')).toContain('user_before');
  await expect(listed('all')).rejects.toThrow(OperatorMistake);
  expect(await api.database.kysely.selectFrom('accounts').select('id').where('id', '=', without.id).execute()).toEqual(
    [],
  );
});

it.each(locales)('mails whoever has not been invited how to download, once, in %s', async (locale) => {
  const { id, email } = await signUp(`new-${locale}`, { locale });
  expect(await invite('--dry-run')).toContain(`${id}: to be invited`);
  expect(await mailsTo(email)).toEqual([]);
  expect(await invite()).toContain(`${id}: to be invited`);
  expect(await invite()).not.toContain(id);
  expect(await listed()).toMatch(new RegExp(`${id}: .* invited\n`));
  const [mail, ...others] = await mailsTo(email);
  expect([mail!.kind, mail!.locale, mail!.account_id, others]).toEqual(['sign-up-invitation', locale, null, []]);
  const { html, text } = await simpleParser(mail!.message!);
  const { siteOrigin } = api.config;
  expect(html).toContain(`<a href="${siteOrigin}${localizedPath(paths.download, locale)}"`);
  expect(text).toContain(siteOrigin + localizedPath(paths.downloadGuide, locale));
});

it('mails in the language of the contract where there is one, and in English where none is known', async () => {
  const [asa, bo] = [await signUp('asa', { locale: 'fr-CH' }), await signUp('bo', { locale: 'nb-NO' })];
  await api.download(asa.id, { locale: 'sv' });
  await invite();
  expect([(await mailsTo(asa.email))[0]!.locale, (await mailsTo(bo.email))[0]!.locale]).toEqual(['sv', 'en']);
});

it('mails nobody whose address is not confirmed, or whose account is suspended, ended, restricted or about to end', async () => {
  const unconfirmed = await signUp('unconfirmed', { emailVerified: false });
  const standings = { suspended: { status: 'suspended' }, ended: { status: 'ended', ended_by: 'holder' } } as const;
  const now = api.time.now;
  const changes = { ...standings, restricted: { restricted_at: now }, leaving: { closes_at: now } };
  const ids: Record<string, string> = { 'address not confirmed': unconfirmed.id };
  for (const [standing, change] of Object.entries(changes)) {
    const { id } = await signUp(standing);
    await api.download(id);
    await changeAccount(id, standing === 'ended' ? { ...change, ended_at: now } : change);
    ids[standing] = id;
  }
  const [said, list] = [await invite(), await listed()];
  for (const [standing, id] of Object.entries(ids)) {
    expect(said).toContain(`${id}: ${standing}`);
    expect(list).toMatch(new RegExp(`${id}: .* ${standing}\n`));
  }
  for (const name of ['unconfirmed', ...Object.keys(changes)])
    expect(await mailsTo(`${name}@sign-ups.example`), name).toEqual([]);
});

it('mails nobody whom the waiting list has invited, also once they have an account', async () => {
  const { id, email } = await signUp('listed');
  const { subject } = await api.operate(
    'invite add',
    email.toUpperCase().replace('@SIGN-UPS', '@sign-ups'),
    '--country',
    'CH',
  );
  await api.operate('invite send', subject!);
  for (const state of ['inviting', 'accepted']) {
    expect(await invite(), state).not.toContain(id);
    expect(await api.runDueJobs()).toEqual([]);
    await api.download(id, { email });
    expect(await api.runDueJobs()).toEqual([]);
  }
  expect((await mailsTo(email.toUpperCase().replace('@SIGN-UPS', '@sign-ups'))).map(({ kind }) => kind)).toEqual([
    'invitation',
  ]);
  expect(await mailsTo(email)).toEqual([]);
});

it('invites again nobody whose mail has gone: it is kept for longer than somebody counts as new', async () => {
  expect(access.signUpDays).toBe(60);
  expect(access.signUpDays).toBeLessThan(retention.mailDays);
  const { id } = await signUp('old');
  api.time.now = new Date(Date.now() + 59 * dayMs);
  expect(await invite()).toContain(`${id}: to be invited`);
  api.time.now = new Date(Date.now() + 61 * dayMs);
  expect(await invite()).not.toContain(id);
  api.time.now = new Date(Date.now() + 150 * dayMs);
  await api.operate('retention run');
  expect(await mailsTo('old@sign-ups.example')).toEqual([]);
  expect(await invite()).toContain('Nobody is to be invited.');
});

it('the mail belongs to the account that follows, in its copy of data and with its end', async () => {
  const { id, email } = await signUp('later');
  await invite();
  await api.download(id, { email });
  const kinds = () =>
    api.database.kysely.transaction().execute(async (trx) => {
      const { mails } = await exportAccount(product.accountParts, trx, id);
      return (mails as { kind: string }[]).map(({ kind }) => kind);
    });
  expect(await kinds()).toContain('sign-up-invitation');
  const ended_at = new Date(api.time.now.getTime() - 31 * dayMs);
  await changeAccount(id, { status: 'ended', ended_by: 'holder', ended_at });
  await api.database.kysely.transaction().execute((trx) => eraseAccount(product.accountParts, trx, id));
  expect(await mailsTo(email)).toEqual([]);
});

it('asks the provider page by page, and says where it does not answer', async () => {
  for (let index = 0; index < 101; index++) await signUp(`many-${index}`);
  const { lines, failed } = await api.operate('account new');
  expect(failed).toBe(false);
  expect(lines.filter((line) => line.includes('many-'))).toHaveLength(101);
  await provider.control('faults', { management: 'unavailable' });
  await expect(invite()).rejects.toThrow('nothing was sent');
  const without = await api.operate('account new');
  expect([without.failed, without.lines.join('\n')]).toEqual([true, expect.stringContaining('could NOT be asked')]);
  expect(without.lines.join('\n')).toContain('typed@sign-ups.example');
  await provider.control('faults', {});
});
