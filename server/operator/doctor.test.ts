import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AiStandIn, startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { startMailServer, type TestMailServer } from '../../tests/factories/mail-server.ts';
import { startTokenIssuer, type TokenIssuer } from '../../tests/factories/token-issuer.ts';
import { unusedPorts } from '../../tests/factories/unused-ports.ts';
import { readConfig } from '../config/config.ts';
import { doctor } from './commands/doctor.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-doctor-'));
let issuer: TokenIssuer;
let mail: TestMailServer;
let ai: AiStandIn;
beforeAll(async () => {
  [issuer, mail, ai] = await Promise.all([startTokenIssuer(), startMailServer(), startAiStandIn()]);
});
afterAll(async () => {
  await Promise.all([issuer.close(), mail.close(), ai.close()]);
  rmSync(dataDir, { recursive: true });
});

/** What each line says, by what it is about, and whether the command ends with code 1. */
async function ask(
  settings: Record<string, string>,
): Promise<{ found: Map<string, string>; lines: string[]; failed: boolean }> {
  const { lines, failed = false } = await doctor.work(
    readConfig({ ...unusedPorts, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...issuer.environment, ...settings }),
    [],
  );
  const heads = lines.flatMap((line) => {
    const [, state = '', name = ''] = /^(ok|WRONG|not set) +([^:]+): /.exec(line) ?? [];
    return name ? [[name, state] as const] : [];
  });
  return { found: new Map(heads), lines, failed };
}

it('asks what can be asked, says what is done without, and finds it well', async () => {
  const { found, failed, lines } = await ask({ ...ai.settings, SMTP_URL: mail.url, MAIL_FROM: 'post@ant.example' });
  for (const name of [
    'data folder',
    'disk',
    'sign-in',
    'sign-in of the app',
    'clock of this machine',
    'mail server',
    'AI provider',
  ])
    expect(found.get(name), `${name}\n${lines.join('\n')}`).toBe('ok');
  for (const name of ['database', 'database owner', 'certificate', 'mailbox of returned mail'])
    expect(found.get(name), name).toBe('not set');
  // There is no release, and nobody to ask about VAT numbers.
  expect(found.get('releases')).toBe('WRONG');
  expect(found.get('register of VAT numbers')).toBe('WRONG');
  expect(failed).toBe(true);
  expect(mail.received).toEqual([]);
});

it('names what does not answer or refuses, each with what mends it, and never with a password', async () => {
  const { found, lines, failed } = await ask({
    DATABASE_URL: 'postgres://ant:database-password@127.0.0.1:1/ant',
    SMTP_URL: 'smtp://ant:mail-password@127.0.0.1:1',
    BOUNCE_IMAP_URL: 'imap://ant:mailbox-password@127.0.0.1:1',
    OPENAI_API_KEY: 'ai-password',
    OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    LOGIN_JWKS_URL: `${new URL(issuer.environment.LOGIN_JWKS_URL).origin}/user_management/users/nobody`,
    LOGIN_API_KEY: 'login-password',
  });
  const wrong = [
    'database',
    'sign-in',
    'users at the login provider',
    'mail server',
    'mailbox of returned mail',
    'AI provider',
  ];
  for (const name of wrong) {
    expect(found.get(name), `${name}\n${lines.join('\n')}`).toBe('WRONG');
    const line = lines.findIndex((each) => each.includes(` ${name}: `));
    expect(lines[line + 1]).toMatch(/^ {8}[A-Z].*(DATABASE_URL|LOGIN_|SMTP_URL|IMAP_URL|OPENAI_API_KEY)/);
  }
  expect(failed).toBe(true);
  expect(lines.join('\n')).not.toContain('-password');
});

it.runIf(process.getuid?.() === 0)('finds the file that would lock the service out', async () => {
  const file = path.join(dataDir, 'dumps.txt');
  writeFileSync(file, '');
  chownSync(file, 64_242, 64_242);
  const { found, lines } = await ask({});
  expect(found.get('data folder')).toBe('WRONG');
  expect(lines.join('\n')).toContain(`${file} belongs to user 64242`);
  rmSync(file);
});
