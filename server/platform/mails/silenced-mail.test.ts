import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startDovecot, type TestMailbox } from '../../../tests/factories/dovecot.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { hashAddress } from './mailbox-name.ts';

/** Somebody names another's address in an account of their own, and then says over the wire, in every way, that mails to it come back. */
const victim = 'real.customer@victim.example';
const attacker = 'mallory@attacker.example';

let mailbox: TestMailbox;
let smtp: TestMailServer;
let api: TestApi;
let origin: string;
beforeAll(async () => {
  mailbox = await startDovecot();
  smtp = await startMailServer();
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'post@writing-ant.example', BOUNCE_IMAP_URL: mailbox.url };
  api = await createTestApi(settings);
  const emails: Record<string, string> = { user_victim: victim, user_mallory: attacker };
  api.issuer.findEmail.of = async (userId) => emails[userId];
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await api.close();
  await smtp.close();
  await mailbox.stop();
});

async function call(user: string, path: string, init: RequestInit = {}): Promise<Response> {
  const type = init.body ? { 'content-type': 'application/json' } : {};
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(user)}`, ...type };
  return fetch(origin + path, { headers, ...init });
}
const download = async (user: string, email: string) => {
  const body = JSON.stringify(aDownloadRequest({ email }));
  expect((await call(user, apiPaths.downloads, { method: 'POST', body })).status).toBe(201);
};
const mailsOf = (user: string) =>
  api.database.kysely.selectFrom('mails').selectAll().where('account_id', '=', user).execute();
const subjectsToVictim = async () => {
  const read = smtp.received.filter(({ to }) => to.includes(victim)).map(({ message }) => simpleParser(message));
  return (await Promise.all(read)).map(({ subject }) => subject).toSorted();
};
const work = async () => expect(await api.runDueJobs()).toEqual([]);

const aBlock = (recipient: string) => `Final-Recipient: rfc822; ${recipient}\nAction: failed\nStatus: 5.1.1\n\n`;
const aReport = (to: string, ...recipients: string[]) => `From: MAILER-DAEMON@mx.victim.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.victim.example

${recipients.map(aBlock).join('')}--b--
`;

it('nobody silences somebody else’s mail', async () => {
  await download('user_victim', victim);
  await download('user_mallory', attacker);
  await work();
  const [own = ''] = smtp.asked.flatMap((to, index) => (to === attacker ? smtp.returnAddresses[index]! : []));
  smtp.received.length = 0;
  await download('user_mallory', victim);
  await work();
  expect(await subjectsToVictim()).toEqual(['Ist das Ihre Adresse? Bestätigen Sie sie für Writing Ant']);

  const copy = await (await call('user_mallory', apiPaths.accountExport)).text();
  const mails = [...(await mailsOf('user_mallory')), ...(await mailsOf('user_victim'))];
  for (const { id } of mails) expect(copy).not.toContain(id);
  expect(copy).not.toContain('bounce+');

  const ownMark = own.slice(own.indexOf('.'), own.indexOf('@'));
  const forged = [
    // Had the ids become known all the same.
    ...mails.flatMap(({ id }) => [
      aReport(`bounce+${id}@writing-ant.example`, victim),
      aReport(`bounce+${id}.0000000000000000@writing-ant.example`, victim),
      ...(own.includes(id) ? [] : [aReport(`bounce+${id}${ownMark}@writing-ant.example`, victim, attacker)]),
    ]),
    aReport(own, victim),
    aReport(`${own}, <${victim}>`, victim),
  ];
  for (const report of forged) mailbox.receive(report);
  // The only one that is believed is about the attacker's own mailbox.
  mailbox.receive(aReport(own, victim, attacker, victim));
  await work();
  expect([mailbox.count(), mailbox.countFlagged()]).toEqual([forged.length, forged.length]);
  const given = await api.database.kysely.selectFrom('mail_suppressions').select('address_sha256').execute();
  expect(given).toEqual([{ address_sha256: hashAddress(attacker, 'user_mallory') }]);

  smtp.received.length = 0;
  const form = new URLSearchParams({ email: victim, country: 'CH', language: 'en' });
  expect((await fetch(`${origin}/access-requests`, { method: 'POST', body: form })).status).toBe(200);
  expect((await call('user_victim', apiPaths.account, { method: 'DELETE' })).status).toBe(200);
  await work();
  expect(await subjectsToVictim()).toEqual([
    'Confirm your request to join the Writing Ant beta',
    'Ihr Writing-Ant-Konto ist geschlossen',
  ]);
  expect(new Set((await mailsOf('user_victim')).map(({ state }) => state))).toEqual(new Set(['sent', 'queued']));
});
