import { type ChildProcess, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { type DatabasePlace, openTestDatabase } from '../../tests/factories/database.ts';
import { buildSite } from './build.ts';
import { findFreePorts } from './ports.ts';
import { spawnTied } from './tied-process.mjs';

interface Command {
  child: ChildProcess;
  ended: Promise<number | null>;
  output(): string;
}

/** `npm start` without npm: the command itself, on free ports and with a data folder of its own. */
let port: number;
let loginPort: number;
let mailPort: number;
let smtpPort: number;
let cardsPort: number;
let viesPort: number;
let aiPort: number;
let dataDir: string;
const started: Command[] = [];

let place: DatabasePlace;
beforeAll(async () => {
  await buildSite();
  const opened = await openTestDatabase();
  await opened.database.close();
  place = opened.place;
}, 300_000);
afterAll(() => place.remove());

beforeEach(async () => {
  [port = 0, loginPort = 0, mailPort = 0, smtpPort = 0, cardsPort = 0, viesPort = 0, aiPort = 0] =
    await findFreePorts(7);
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-start-'));
});

afterEach(async () => {
  for (const command of started.splice(0)) {
    command.child.kill('SIGKILL');
    await command.ended;
  }
  await Promise.all([port, loginPort, mailPort, smtpPort, cardsPort, viesPort, aiPort].map(untilFree));
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}): Command {
  const child = spawnTied(process.execPath, 'scripts/commands/start.ts', [], {
    env: {
      ...bareEnvironment,
      HOME: process.env.HOME,
      PORT: String(port),
      LOGIN_PORT: String(loginPort),
      MAIL_PORT: String(mailPort),
      MAIL_SMTP_PORT: String(smtpPort),
      CARDS_PORT: String(cardsPort),
      VIES_PORT: String(viesPort),
      AI_PORT: String(aiPort),
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const command = { child, ended, output: () => output };
  started.push(command);
  return command;
}

async function startAndWait(settings?: Record<string, string>) {
  const command = start(settings);
  while (!command.output().includes('First page after')) {
    if (command.child.exitCode !== null) throw new Error(command.output());
    await wait(50);
  }
  return command;
}

/** What the services are that need no stand-in; nobody asks them for anything. */
const configured = { OPENAI_API_KEY: 'sk_none', VIES_API_URL: 'http://127.0.0.1:5' };

/** The same with a database that is there already, because making one takes longest, and with stand-ins for login, mail and cards alone. */
function startAgainAndWait(settings: Record<string, string> = {}) {
  if (!place.databaseUrl) fs.cpSync(place.dataDir, dataDir, { recursive: true });
  return startAndWait({ ...configured, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }), ...settings });
}

it('serves the site and the stand-ins, says where, and ends in order', async () => {
  const command = await startAndWait();
  const [page, health, inbox, login, cards] = await Promise.all([
    fetch(`http://localhost:${port}${paths.landing}`),
    fetch(`http://localhost:${port}${apiPaths.health}`),
    fetch(`http://localhost:${mailPort}/`),
    isOpen(loginPort),
    isOpen(cardsPort),
  ]);
  expect([page.status, health.status, inbox.status, login, cards]).toEqual([200, 200, 200, true, true]);
  for (const place of [
    `http://localhost:${port}`,
    `http://localhost:${loginPort} (stand-in)`,
    `http://localhost:${mailPort} (stand-in)`,
    `http://localhost:${cardsPort} (stand-in)`,
    `http://localhost:${aiPort} (stand-in, writes by rules)`,
    dataDir,
  ])
    expect(command.output()).toContain(place);

  command.child.kill('SIGTERM');
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  expect(await Promise.all([isOpen(port), isOpen(loginPort)])).toEqual([false, false]);
});

it('leaves nothing behind when it is killed', async () => {
  const command = await startAgainAndWait();
  command.child.kill('SIGKILL');
  await Promise.all([untilFree(port), untilFree(loginPort)]);
});

it.each([
  ['server/main.ts', { LOGIN_CLIENT_ID: 'client_real', LOGIN_API_HOSTNAME: 'login.example' }],
  ['stand-ins/login/main.ts', {}],
  ['stand-ins/mail/main.ts', {}],
])(
  'ends with an error when %s dies, and starts a stand-in only for a login provider that is not configured',
  async (script, login) => {
    const command = await startAgainAndWait(login);
    const isConfigured = 'LOGIN_CLIENT_ID' in login;
    expect(await isOpen(loginPort)).toBe(!isConfigured);
    expect(command.output()).toMatch(isConfigured ? /Sign-in +login\.example/ : /Sign-in +http:\S+ \(stand-in\)/);
    expect(await isOpen(mailPort)).toBe(true);
    process.kill(requireChild(command.child.pid, script), 'SIGKILL');
    expect(await command.ended).toBe(128 + os.constants.signals.SIGKILL);
    expect(command.output()).toMatch(/The (server|login|mail) process ended with code 137\.\s*$/);
    expect(await Promise.all([port, loginPort, mailPort].map(isOpen))).toEqual([false, false, false]);
  },
);

it.each([
  ['the site', 'PORT', () => port],
  ['the stand-in login provider', 'LOGIN_PORT', () => loginPort],
])('says what to do when the port of %s is taken', async (purpose, setting, takenPort) => {
  const other = net.createServer().listen(takenPort(), '127.0.0.1');
  try {
    const command = start();
    expect(await command.ended).toBe(1);
    expect(command.output()).toBe(
      `Port ${takenPort()} for ${purpose} is taken: end what listens there, or choose another one, for example ${setting}=${takenPort() + 10}.\n`,
    );
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

it('lists every wrong setting before it does anything', async () => {
  const command = start({ LOG_LEVEL: 'loud', SITE_ORIGIN: 'not an address' });
  expect(await command.ended).toBe(1);
  expect(command.output()).toMatch(/SITE_ORIGIN[\s\S]*LOG_LEVEL/);
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

function isOpen(portNumber: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(portNumber, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function untilFree(portNumber: number): Promise<void> {
  while (await isOpen(portNumber)) await wait(50);
}

/** The process that `parent` has started for `script`. */
function requireChild(parent: number | undefined, script: string): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  for (const line of processes) {
    const [pid, parentPid] = line.trim().split(/\s+/).map(Number);
    if (pid && parentPid === parent && line.endsWith(script)) return pid;
  }
  throw new Error(`Process ${parent} has no child ${script}.`);
}
