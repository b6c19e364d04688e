import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { paths } from '../../shared/paths.ts';
import { wordsOf } from './fixtures/words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copied = ['app', 'content', 'dist/site', 'public', 'scripts', 'server', 'shared', 'stand-ins', 'vite.config.ts'];
const t = wordsOf('en');

let copy: string;
let origin: string;
let output = '';
let command: ChildProcess;

test.beforeAll(async () => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-dev-'));
  for (const each of [...copied, 'package.json', 'SECURITY.md'])
    fs.cpSync(path.join(root, each), path.join(copy, each), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const [port = 0, loginPort = 0, mailPort = 0, smtpPort = 0, cardsPort = 0, viesPort = 0, aiPort = 0] =
    await findFreePorts(7);
  origin = `http://localhost:${port}`;
  const { PATH, HOME } = process.env;
  command = spawn(process.execPath, [path.join(copy, 'scripts/commands/dev.ts')], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      LOGIN_PORT: String(loginPort),
      MAIL_PORT: String(mailPort),
      MAIL_SMTP_PORT: String(smtpPort),
      CARDS_PORT: String(cardsPort),
      VIES_PORT: String(viesPort),
      AI_PORT: String(aiPort),
      DATA_DIR: path.join(copy, '.data'),
    },
    cwd: copy,
  });
  for (const stream of [command.stdout!, command.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  await expect.poll(() => output, { timeout: 150_000 }).toContain('changes are shown when saved');
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => command.on('exit', resolve));
  command.kill('SIGTERM');
  await ended;
  fs.rmSync(copy, { recursive: true, force: true });
});

function edit(file: string, from: string, to: string): void {
  const text = fs.readFileSync(path.join(copy, file), 'utf8');
  expect(text).toContain(from);
  fs.writeFileSync(path.join(copy, file), text.replaceAll(from, to));
}

/** The command reports it, with the time since the file was saved. */
const shown = (file: string) =>
  expect.poll(() => output).toMatch(new RegExp(`${file.replaceAll('.', '\\.')} seen after \\d+\\.\\d\\d s`));

test('what is saved is seen in the open page, and what was done there stays', async ({ page }) => {
  await page.goto(origin + paths.withdrawal);
  await page.getByRole('textbox', { name: t('notice.name') }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: t('notice.contract') }).fill('Free plan');
  await page.getByRole('textbox', { name: t('notice.email') }).fill('ada@example.org');
  await page.getByRole('button', { name: t('notice.submit') }).click();
  const statement = page.getByText(/Name: Ada Lovelace/);
  await expect(statement).toBeVisible();

  edit('app/pages/legal/withdrawal.tsx', "{t('withdrawal.lead')}", "Saved. {t('withdrawal.lead')}");
  await expect(page.getByText(`Saved. ${t('withdrawal.lead')}`)).toBeVisible();
  await shown('withdrawal.tsx');
  edit('app/styles/base.css', 'background: var(--color-ink-0)', 'background: rgb(1, 2, 3)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await shown('base.css');
  await expect(statement).toBeVisible();

  edit('content/messages/en/withdrawal.json', t('withdrawal.lead'), 'Another sentence.');
  await expect(page.getByText('Saved. Another sentence.')).toBeVisible();
  await shown('withdrawal.json');
});
