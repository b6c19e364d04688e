import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { locales } from '../../../shared/locales.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { createLegalFolder, draw } from '../../../tests/factories/legal-folder.ts';

const legal = createLegalFolder();
const announced = {
  '2026-12-24': ['terms', 'eula', 'ai-service-use-policy', 'privacy-policy', 'cookie-policy'],
  '2026-12-25': ['ai-service-use-policy'],
  '2026-12-28': ['privacy-policy'],
} as const;

let api: TestApi;
beforeAll(async () => {
  for (const [day, documents] of Object.entries(announced))
    for (const document of documents) legal.publish(document, day);
  api = await createTestApi({}, { legalFolder: legal.folder });
});
afterAll(async () => {
  await api.close();
  legal.remove();
});
beforeEach(async () => {
  await api.database.kysely.deleteFrom('mails').execute();
  // 30 days and more before the versions of 25 and 28 December, less before those of the 24th.
  api.time.now = new Date('2026-11-24T12:00:00Z');
});

const findMails = (kind: string, accountId?: string) =>
  api.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .orderBy('dedupe_key')
    .execute();
const read = (message: string | null) => simpleParser(message!, { skipHtmlToText: true });
const inForce = () => documentsInForce(api.time.now, legal.versions());
const download = (user: string, locale: 'de' | 'en' | 'sv' = 'de') => {
  const documents = inForce();
  return api.download(user, aDownloadRequest({ locale, documents }));
};

describe('the confirmation of a contract', () => {
  it('brings the pages of the accepted texts, with their hashes and those that are recorded', async () => {
    await download('user_a');
    const [mail, ...others] = await findMails('contract-confirmation');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ account_id: 'user_a', recipient: 'asa@customers.example', locale: 'de' });
    const { text, subject } = await read(mail!.message);
    expect(subject).toBe('Ihr Vertrag über Writing Ant im Wortlaut');
    const accepted = await api.database.kysely
      .selectFrom('acceptances')
      .selectAll()
      .where('document', 'is not', null)
      .orderBy('document')
      .execute();
    expect(accepted).toHaveLength(5);
    for (const { sha256 } of accepted) expect(text).toContain(sha256);
    // The pages stand in the archive; the mail only names them until it leaves.
    for (const { document, version } of accepted)
      expect(mail!.message).not.toContain(
        draw({ document: document!, version, locale: 'de', text: '' }).toString('base64'),
      );
    expect(await api.runDueJobs()).toEqual([]);
    const folder = path.join(api.config.dataDir, 'mail');
    const file = readdirSync(folder).find((name) => name.includes(mail!.id))!;
    const { attachments } = await read(readFileSync(path.join(folder, file), 'utf8'));
    expect(attachments.map(({ filename, content }) => [filename, content.toString()]).sort()).toEqual(
      accepted.map(({ document, version }) => [
        `${document}-${version}-de.pdf`,
        draw({ document: document!, version, locale: 'de', text: '' }).toString(),
      ]),
    );
    for (const { filename, content } of attachments)
      expect(text).toContain(`${filename} ${createHash('sha256').update(content).digest('hex')}`);
  });

  it('is sent once for the same texts, and again for new ones alone', async () => {
    await download('user_b');
    await download('user_b');
    expect(await findMails('contract-confirmation')).toHaveLength(1);
    api.time.now = new Date('2026-12-25T00:00:00Z');
    await api.download('user_b', aDownloadRequest({ documents: inForce() }));
    const mails = await findMails('contract-confirmation');
    expect(mails).toHaveLength(2);
  });

  it('is sent once more, whole, to an address that was corrected', async () => {
    const documents = inForce();
    await api.download('user_d', aDownloadRequest({ email: 'asa@gmial.example', documents }));
    // A second download has nothing left to accept.
    const confirmations = { terms: false, cookies: false, diskSpace: true, beta: true };
    const again = aDownloadRequest({ documents: [], confirmations });
    await api.download('user_d', again);
    await api.download('user_d', again);
    const sent = await findMails('contract-confirmation', 'user_d');
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['asa@customers.example', 'asa@gmial.example']);
    const { attachments } = await read(sent.find(({ recipient }) => recipient === 'asa@customers.example')!.message);
    expect(attachments).toHaveLength(documents.length);
  });

  it('does not leave where the download was refused', async () => {
    const documents = inForce();
    const { confirmations } = aDownloadRequest();
    const refused = await api.submit(
      'user_c',
      aDownloadRequest({ documents, confirmations: { ...confirmations, beta: false } }),
    );
    expect(refused.statusCode).toBe(422);
    expect(await findMails('contract-confirmation')).toEqual([]);
  });
});

/** The days on which texts that people accept change, and which. */
const changesAfter = (now: Date) =>
  Object.entries(announced)
    .map(([day, documents]) => ({ day, documents }))
    .filter(({ day }) => day > now.toISOString().slice(0, 10));

describe('the notice of a change', () => {
  const runNotices = async () => expect(await api.runDueJobs()).toEqual([]);

  it('reaches every account once, in its language, with what changes', async () => {
    for (const locale of locales.filter((each) => each === 'de' || each === 'sv'))
      await download(`user_${locale}`, locale);
    await runNotices();
    await runNotices();
    const mails = await findMails('change-notice', 'user_sv');
    expect(mails.map(({ dedupe_key }) => dedupe_key)).toEqual(
      changesAfter(api.time.now).map(({ day, documents }) => `change-notice ${day} ${documents.join(' ')} user_sv`),
    );
    const { subject, text } = await read(mails[2]!.message);
    expect(subject).toBe('Writing Ant: nya versioner av våra dokument från den 28\u00a0december\u00a02026');
    expect(text).toMatch(/\/privacy-policy\/\d{4}-\d\d-\d\d\/2026-12-28\?lang=sv/);
    expect(await findMails('change-notice', 'user_de')).toHaveLength(mails.length);
  });

  it('reaches an address that was corrected, where it did not arrive at the first one', async () => {
    const documents = inForce();
    const mistyped = 'asa@gmial.example';
    for (const user of ['user_lost', 'user_reached'])
      await api.download(user, aDownloadRequest({ email: mistyped, documents }));
    await runNotices();
    const { length } = changesAfter(api.time.now);
    await sql`update mails set state = 'bounced', due_at = null, settled_at = now()
      where account_id = 'user_lost' and kind = 'change-notice'`.execute(api.database.kysely);
    await sql`update mails set state = 'sent', due_at = null, settled_at = now() where account_id = 'user_reached'`.execute(
      api.database.kysely,
    );
    expect((await api.operate('mail letters')).lines.join('\n')).toContain('user_lost');
    const confirmations = { terms: false, cookies: false, diskSpace: true, beta: true };
    for (const user of ['user_lost', 'user_reached'])
      await api.download(user, aDownloadRequest({ documents: [], confirmations }));
    await runNotices();
    const told = async (user: string) => (await findMails('change-notice', user)).map(({ recipient }) => recipient);
    expect(await told('user_lost')).toEqual(Array(length).fill('asa@customers.example'));
    expect(await told('user_reached')).toEqual(Array(length).fill(mistyped));
    expect((await api.operate('mail letters')).lines.join('\n')).not.toContain('user_lost');
  });

  it('is owed as a letter where it did not arrive and the change is in force, or about to be', async () => {
    const documents = inForce();
    await api.download('user_owed', aDownloadRequest({ email: 'asa@gmial.example', documents }));
    await runNotices();
    await sql`update mails set state = 'bounced', due_at = null, settled_at = now()
      where account_id = 'user_owed' and kind = 'change-notice'`.execute(api.database.kysely);
    const [past, next] = changesAfter(api.time.now);
    api.time.now = new Date(Date.parse(`${next!.day}T00:00:00Z`) - 30 * 60_000);
    await api.download('user_owed', aDownloadRequest({ documents: inForce() }));
    const left = (await findMails('change-notice', 'user_owed')).map(({ dedupe_key }) => dedupe_key.split(' ')[1]);
    expect(left).toEqual([past!.day, next!.day]);
    const { lines } = await api.operate('mail letters');
    expect(lines.filter((line) => line.startsWith('user_owed') && line.includes('change-notice'))).toHaveLength(2);
  });

  it('is in the language of the order where nothing was downloaded', async () => {
    await aBuyerAt(api, 'user_buyer').give({ locale: 'it' });
    await runNotices();
    const [mail] = await findMails('change-notice', 'user_buyer');
    expect(mail!.locale).toBe('it');
  });

  it('reaches those who come later, and not those who have gone', async () => {
    await download('user_early');
    await download('user_gone');
    await sql`update accounts set status = 'ended', ended_at = now(), ended_by = 'holder' where id = 'user_gone'`.execute(
      api.database.kysely,
    );
    await runNotices();
    await download('user_late');
    await runNotices();
    const { length } = changesAfter(api.time.now);
    expect(await findMails('change-notice', 'user_early')).toHaveLength(length);
    expect(await findMails('change-notice', 'user_late')).toHaveLength(length);
    expect(await findMails('change-notice', 'user_gone')).toEqual([]);
    api.time.now = new Date(`${changesAfter(api.time.now).at(-1)!.day}T00:00:00Z`);
    await download('user_after');
    // The others meet records that began after the present.
    expect(await api.runDueJobs()).not.toContain('change-notices');
    expect(await findMails('change-notice', 'user_after')).toEqual([]);
  });

  it('is told to the operators where it comes too late, except for who has joined since', async () => {
    api.time.now = new Date('2026-12-20T12:00:00Z');
    const insert = (id: string, created: string) =>
      sql`insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
        values (${id}, 'Åsa', ${`${id}@customers.example`}, 'CH', '127.0.0.1', 'x', ${created}, ${created})`.execute(
        api.database.kysely,
      );
    const lateDays = async () => {
      await api.runDueJobs();
      const keys = (await findMails('operator-notice')).map(({ dedupe_key }) => dedupe_key);
      return keys.flatMap((key) => /change told late (\S+)$/.exec(key)?.[1] ?? []);
    };
    // Everybody of the tests before was told in time, or joined late.
    await sql`update accounts set created_at = ${api.time.now}`.execute(api.database.kysely);
    await insert('joined', '2026-12-10T12:00:00Z');
    expect(await lateDays()).toEqual([]);
    await insert('long', '2026-01-10T12:00:00Z');
    const days = changesAfter(api.time.now).map(({ day }) => day);
    expect(days.length).toBeGreaterThan(0);
    expect(await lateDays()).toEqual(days);
    expect(await findMails('change-notice', 'long')).toHaveLength(days.length);
    expect(await lateDays()).toEqual(days);
  });

  it('is written in batches, and one who cannot be reached keeps nobody waiting', async () => {
    api.time.now = new Date('2026-12-26T12:00:00Z');
    await sql`
      insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
        select 'many_' || lpad(n::text, 5, '0'), 'Åsa', 'asa' || n || '@customers.example', 'CH', '127.0.0.1', 'x', now(), now()
          from generate_series(1, 1100) n`.execute(api.database.kysely);
    await sql`update accounts set email = 'no address' where id = 'many_00800'`.execute(api.database.kysely);
    await api.runDueJobs();
    const told = (await findMails('change-notice')).filter(({ account_id }) => account_id?.startsWith('many_'));
    const { length } = changesAfter(api.time.now);
    expect(told).toHaveLength(1099 * length);
    await sql`update accounts set email = 'asa800@customers.example' where id = 'many_00800'`.execute(
      api.database.kysely,
    );
    await api.runDueJobs();
    const all = (await findMails('change-notice')).filter(({ account_id }) => account_id?.startsWith('many_'));
    expect(all).toHaveLength(1100 * length);
    // Otherwise they would be sent, one by one, in the test that follows.
    await api.database.kysely.deleteFrom('mails').where('account_id', 'like', 'many_%').execute();
    await api.database.kysely.deleteFrom('accounts').where('id', 'like', 'many_%').execute();
  });

  it('is due before whatever somebody asks for while it is being written, which so is sent first', async () => {
    await download('user_e');
    await download('user_f');
    let ms = Date.parse('2026-12-24T12:00:00Z');
    // Each look at the clock is a second later.
    const get = () => {
      ms += 1000;
      return new Date(ms);
    };
    Object.defineProperty(api.time, 'now', { get, configurable: true });
    try {
      await api.runDueJobs();
    } finally {
      Object.defineProperty(api.time, 'now', { value: new Date(ms), writable: true, configurable: true });
    }
    const told = (await findMails('change-notice')).filter(({ account_id }) => /^user_[ef]$/.test(account_id!));
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told.map(({ enqueued_at }) => enqueued_at.getTime())).size).toBe(1);
  });
});
