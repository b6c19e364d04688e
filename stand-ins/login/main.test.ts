import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { findFreePort, findFreePorts } from '../../tests/factories/free-port.ts';
import { makeFolder } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

/** More before a release: LOGIN_KILLS=10 npm test -- stand-ins/login/main. */
const kills = Number(process.env.LOGIN_KILLS ?? 1);
const main = path.join(import.meta.dirname, 'main.ts');

let folder: string;
let environment: Record<string, string>;
let running: ChildProcess[];
let address: string;
let siteOrigin: string;

beforeEach(async () => {
  folder = makeFolder();
  const [port, loginPort] = await findFreePorts(2);
  environment = { PORT: String(port), LOGIN_PORT: String(loginPort), DATA_DIR: folder };
  address = `http://localhost:${loginPort}`;
  siteOrigin = `http://localhost:${port}`;
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function launch(more: Record<string, string> = {}, ipc = false): ChildProcess & { written: () => string } {
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment, ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  return Object.assign(child, { written: () => text });
}

async function start(more?: Record<string, string>, ipc?: boolean) {
  const child = launch(more, ipc);
  await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  if (child.exitCode !== null) throw new Error(child.written());
  return child;
}

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  child.kill(signal);
  return once(child, 'close');
};

describe('the process', () => {
  it('prints one line and ends cleanly, also with a browser connected and a request that hangs', async () => {
    const child = await start({ LOGIN_TEST_CONTROLS: '1' });
    await fetch(`${address}/_test/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jwks":"hang"}',
    });
    const hanging = fetch(`${address}/sso/jwks/x`).catch(() => 'broken');
    expect(await end(child, 'SIGTERM')).toEqual([0, null]);
    expect(await hanging).toBe('broken');
    expect(child.written()).toBe(`Development login provider: ${address}\n`);
  });

  it.each(['127.0.0.1', '::1'])('says in one sentence that its port is taken on %s', async (host) => {
    const other = createServer();
    other.listen(Number(environment.LOGIN_PORT), host);
    const listens = await Promise.race([
      once(other, 'listening').then(() => true),
      once(other, 'error').then(() => false),
    ]);
    if (!listens) return; // a machine without IPv6
    const child = launch();
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(child.written()).toBe(
      `Port ${environment.LOGIN_PORT} is taken; set LOGIN_PORT to a free port for the development login provider.\n`,
    );
    other.close();
  });

  it('lists what is wrong with the settings', async () => {
    const child = launch({ SITE_ORIGIN: 'https://writing-ant.example' });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(child.written()).toMatch(/^The settings cannot be used:\n {2}- SITE_ORIGIN: .+\n$/);
  });

  it('keeps a second one out of its folder, and ends on Ctrl-C', async () => {
    const child = await start();
    const second = launch({ LOGIN_PORT: String(await findFreePort()) });
    expect((await once(second, 'close'))[0]).toBe(1);
    expect(second.written()).toMatch(/^Another development login provider is already using .+\.\n$/);
    expect(await end(child, 'SIGINT')).toEqual([0, null]);
  });

  it('ends when its parent ends', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const child = await start({ PARENT_PID: String(parent.pid) });
    parent.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('ends when the channel to its parent closes', async () => {
    const child = await start({}, true);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('the data folder', () => {
  it('keeps accounts, sessions, codes and the key over kill -9 at any moment', async () => {
    let child = await start();
    const keys = await (await fetch(`${address}/sso/jwks/client_writing_ant_development`)).json();
    const visitor = new Visitor({ address, siteOrigin });
    const { refresh_token } = await visitor.startSession();
    const code = await visitor.signIn();
    const rotated = await tokensOf(await visitor.refresh(refresh_token));
    const acknowledged: string[] = [];

    for (let round = 0; round < kills; round++) {
      // Sign-ups run until the process is gone; those it has answered must be there afterwards.
      const signUps = Array.from({ length: 4 }, async (_, lane) => {
        const person = new Visitor({ address, siteOrigin });
        for (let count = 0; ; count++) {
          const email = `round${round}-${lane}-${count}@example.com`;
          await person.signUp({ ...ada, email });
          acknowledged.push(email);
        }
      });
      const settled = Promise.allSettled(signUps);
      const wanted = acknowledged.length + 3 + round;
      while (acknowledged.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await end(child, 'SIGKILL')).toEqual([null, 'SIGKILL']);
      await settled;
      child = await start();
    }

    for (const email of acknowledged) expect(await visitor.signIn({ ...ada, email })).toMatch(/^code_/);
    await tokensOf(await visitor.exchange(code));
    await tokensOf(await visitor.refresh(rotated.refresh_token));
    expect(await (await fetch(`${address}/sso/jwks/client_writing_ant_development`)).json()).toEqual(keys);
  });

  it('is readable only by its owner and holds no password and no token in clear', async () => {
    const child = await start();
    const visitor = new Visitor({ address, siteOrigin });
    const code = await visitor.signUp();
    const { refresh_token, access_token } = await tokensOf(await visitor.exchange(code));
    await end(child, 'SIGKILL');
    const own = path.join(folder, 'login');
    expect(statSync(own).mode & 0o777).toBe(0o700);
    const files = readdirSync(own);
    expect(files.filter((name) => !/^login\.db/.test(name))).toEqual(['signing-key.pem']);
    for (const name of files) {
      const file = path.join(own, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const content = readFileSync(file, 'latin1');
      for (const secret of [ada.password, refresh_token, code, access_token]) expect(content).not.toContain(secret);
    }
  });
});
