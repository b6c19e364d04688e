import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo, readMailFolder } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
beforeAll(async () => {
  provider = await startTestProvider();
  visitor = new Visitor(provider);
});
afterAll(() => provider.close());

it('is empty at first, and says so', async () => {
  const page = await (await visitor.fetch('/outbox')).text();
  expect(page).toContain('No mail yet.');
  expect(page).toContain(provider.config.mailFolder);
});

it('keeps each mail as a message of its own that mail programs can open', async () => {
  const name = 'Ünïcode <Ant> with a name that is rather long, so that the subject has to be folded';
  await provider.control('organizations', { id: 'org_u', name });
  await provider.control('invitations', { email: 'dörte@exämple.com', organizationId: 'org_u', language: 'de' });
  const [file, ...others] = readMailFolder(provider);
  expect(others).toEqual([]);
  expect(file?.name).toMatch(/^login-[\w-]+\.eml$/);
  expect(statSync(path.join(provider.config.mailFolder, file?.name ?? '')).mode & 0o777).toBe(0o600);
  const [head = '', body = ''] = (file?.message ?? '').split('\r\n\r\n', 2);
  const lines = head.split('\r\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(78);
  expect(lines).toEqual(
    expect.arrayContaining([
      'To: dörte@exämple.com',
      'From: Writing Ant <no-reply@localhost>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      expect.stringMatching(/^Message-ID: <[\w.]+@localhost>$/),
      expect.stringMatching(/^Subject: =\?utf-8\?B\?/),
    ]),
  );
  expect(body).toBe('Guten Tag');
  expect(file?.message.replaceAll('\r\n', '')).not.toContain('\n');
  const [read] = await mailsTo(provider, 'dörte@exämple.com');
  expect(read?.subject).toBe(`Sie sind zu ${name} bei Writing\u00a0Ant eingeladen`);
});

it('shows what was sent, the newest first, with links to follow and nothing of it as markup', async () => {
  await visitor.signUp({ ...ada, firstName: '<b>Ada</b>' });
  const page = await (await visitor.fetch('/outbox')).text();
  const subjects = [...page.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, subject]) => subject);
  expect(subjects[0]).toBe('Confirm your e-mail address for Writing\u00a0Ant');
  expect(subjects[1]).toContain('Ünïcode &lt;Ant&gt;');
  expect(page).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,');
  const link = /<a href="([^"]+\/email-verification\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await visitor.fetch(link)).status).toBe(200);
});

it('leaves alone what others put into the folder, and what cannot be read', async () => {
  for (const name of ['site-1.eml', 'login-broken.eml', '.login-unfinished.eml'])
    writeFileSync(path.join(provider.config.mailFolder, name), 'Subject: nothing of ours');
  const page = await (await visitor.fetch('/outbox')).text();
  expect(page).not.toContain('nothing of ours');
  expect(page.match(/<article/g)).toHaveLength(2);
});

it('lets nobody add a header', async () => {
  const email = 'x@example.com\r\nBcc: evil@example.com';
  await provider.control('accounts', { ...ada, email });
  await provider.control('invitations', { email });
  for (const { message } of readMailFolder(provider)) expect(message).not.toMatch(/^bcc/im);
});
