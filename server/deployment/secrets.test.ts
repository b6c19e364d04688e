import { spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layoutIn, readSettings } from './layout.ts';
import { hasProgram } from './machine.ts';
import { describeSecrets, rotateSecret } from './secrets.ts';

let root: string;
const day = (text: string) => new Date(`${text}T12:00:00Z`);
const setting = (name: string) => readSettings(layoutIn(root)).all[name]?.split(',') ?? [];

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-secrets-'));
  fs.mkdirSync(path.join(root, 'etc/writing-ant'), { recursive: true });
  fs.writeFileSync(layoutIn(root).settingsFile, `LINK_SECRET=${'o'.repeat(32)}\nSMTP_URL=smtp://old\n`);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const rotate = (name: Parameters<typeof rotateSecret>[1], on: string, value?: string) =>
  rotateSecret(layoutIn(root), name, { now: day(on), ...(value && { value }) });

it('keeps former secrets of links with the day of their change, for two years', () => {
  rotate('link', '2026-12-01');
  expect(setting('LINK_SECRET').slice(1)).toEqual([`${'o'.repeat(32)}@2026-12-01`]);
  const [second] = setting('LINK_SECRET');
  rotate('link', '2027-12-01');
  expect(setting('LINK_SECRET').slice(1)).toEqual([`${second}@2027-12-01`, `${'o'.repeat(32)}@2026-12-01`]);
  expect(rotate('link', '2028-12-02')[0]).toBe('LINK_SECRET: a new one signs, 2 former ones are accepted, 1 are gone.');
  expect(setting('LINK_SECRET').slice(2)).toEqual([`${second}@2027-12-01`]);
});

it('keeps former keys of entitlements for 15 days', () => {
  rotate('entitlement', '2026-12-01');
  const [first = ''] = setting('ENTITLEMENT_SIGNING_KEY');
  const key = createPrivateKey({ key: Buffer.from(first, 'base64'), format: 'der', type: 'pkcs8' });
  expect(key.asymmetricKeyType).toBe('ed25519');
  rotate('entitlement', '2026-12-10');
  expect(setting('ENTITLEMENT_SIGNING_KEY')[1]).toBe(first);
  const [second] = setting('ENTITLEMENT_SIGNING_KEY');
  rotate('entitlement', '2026-12-25');
  expect(setting('ENTITLEMENT_SIGNING_KEY').slice(1)).toEqual([second, first]);
  rotate('entitlement', '2026-12-26');
  expect(setting('ENTITLEMENT_SIGNING_KEY')).toHaveLength(3);
  expect(setting('ENTITLEMENT_SIGNING_KEY')).not.toContain(first);
});

it('takes what others give as it is told, and says how old each secret is', () => {
  rotate('mail', '2026-12-01', 'smtps://user:new@mail.example');
  expect(setting('SMTP_URL')).toEqual(['smtps://user:new@mail.example']);
  expect(() => rotate('mail', '2026-12-01')).toThrow('type the new one');
  const lines = describeSecrets(layoutIn(root), day('2027-12-03'));
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'link LINK_SECRET of unknown age',
    'mail SMTP_URL 367 days old, DUE',
  ]);
  expect(lines.join()).not.toContain('new@');
});

it.runIf(hasProgram('script'))('does not show what is typed', async () => {
  fs.mkdirSync(layoutIn(root).versions, { recursive: true });
  const command = [process.execPath, path.join(import.meta.dirname, 'main.ts'), '--root', root, 'secret rotate mail'];
  // It gives the command a terminal.
  const child = spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null']);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (chunk.includes('SMTP_URL: ')) child.stdin.write('smtp://typed\r');
  });
  expect(await new Promise((resolve) => child.once('close', resolve)), output).toBe(0);
  expect(setting('SMTP_URL')).toEqual(['smtp://typed']);
  expect(output).toContain('SMTP_URL is another one now.');
  expect(output).not.toContain('typed');
});
