import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { findFreePorts } from '../../tests/factories/free-port.ts';

let inbox: string;
let smtpPort: number;
let dataDir: string;
let child: ReturnType<typeof spawn>;

beforeAll(async () => {
  const [port = 0, smtp = 0] = await findFreePorts(2);
  smtpPort = smtp;
  inbox = `http://localhost:${port}`;
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-inbox-'));
  child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnvironment, MAIL_PORT: String(port), MAIL_SMTP_PORT: String(smtp), DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  while (!(await fetch(inbox).catch(() => null))?.ok) await wait(50);
});
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const send = (to: string, subject = 'Grüezi <b>') =>
  createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true }).sendMail({
    from: 'post@writing-ant.example',
    to,
    subject,
    text: 'See https://www.example.com/a?b=c',
    html: '<html><head></head><body><script>alert(1)</script><p>Grüezi</p></body></html>',
    headers: { 'content-language': 'de' },
  });
const list = async (to: string) => (await fetch(`${inbox}/mails.json?${new URLSearchParams({ to })}`)).json();
const choose = (manner: string, headers = {}) =>
  fetch(`${inbox}/manner`, { method: 'POST', body: new URLSearchParams({ manner }), redirect: 'manual', headers });

it('shows a mail as it looks, as text and as it travels, and runs nothing of it', async () => {
  await send('asa@customers.example');
  const [mail] = await list('asa@customers.example');
  expect(mail).toMatchObject({ subject: 'Grüezi <b>', language: 'de', text: expect.stringContaining('See https') });
  const page = async (part = '') => fetch(`${inbox}/mails/${mail.name}${part}`);
  expect(await (await fetch(inbox)).text()).toContain('Grüezi &lt;b&gt;');
  const whole = await (await page()).text();
  expect(whole).toContain('<a href="https://www.example.com/a?b=c">');
  expect(whole).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const html = await page('/html');
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/);
  expect(await html.text()).toContain('<base target="_blank">');
  expect(await (await page('/source')).text()).toContain('Subject: =?UTF-8?');
  expect(fs.readFileSync(path.join(dataDir, 'mail', mail.name), 'utf8')).toContain('To: asa@customers.example');
});

it.each([
  ['bounce', { responseCode: 550 }, 0],
  ['defer', { responseCode: 451 }, 0],
  ['cut', { code: 'ECONNECTION' }, 1],
] as const)('mail can %s, for all or by its address', async (manner, error, kept) => {
  await expect(send(`${manner}@customers.example`)).rejects.toMatchObject(error);
  const to = `${manner}.chosen@customers.example`;
  expect((await choose(manner)).status).toBe(303);
  await expect(send(to)).rejects.toMatchObject(error);
  expect(await list(to)).toHaveLength(kept);
  await choose('deliver');
  await send(to);
  expect(await list(to)).toHaveLength(kept + 1);
});

it('listens to no page of elsewhere, and reads no other files', async () => {
  expect((await choose('bounce', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  fs.writeFileSync(path.join(dataDir, 'secret.eml'), 'Subject: secret\n\nsecret');
  expect((await fetch(`${inbox}/mails/..%2fsecret.eml`)).status).toBe(404);
});
