import { once } from 'node:events';
import { closeSync, cpSync, openSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BuiltSiteFolder, writeBuiltSite } from '../tests/factories/built-site.ts';
import { type DatabasePlace, getEmbeddedTemplate, openTestDatabase } from '../tests/factories/database.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../tests/factories/server-process.ts';

/** More than all buffers between server and client can hold, so that an unread answer stays under way. */
const film = Buffer.alloc(64 * 1024 * 1024, 'ant');
const filmAddress = '/film.mp4';

let site: BuiltSiteFolder;
let place: DatabasePlace;
let server: ServerProcess;
let port: number;

// Every test starts a process that opens a database, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  site = writeBuiltSite({ [filmAddress]: film });
  const opened = await openTestDatabase();
  await opened.database.close();
  place = opened.place;
});
afterAll(async () => {
  site.remove();
  await place.remove();
});
beforeEach(async () => {
  port = await findServerPort();
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
});

function start(settings: Record<string, string> = {}, siteDirectory = site.directory): void {
  server = startServerProcess({ settings: { ...settingsFor(place, port), ...settings }, siteDirectory });
}

/** Requests the film and reads none of it until told to. */
async function openFilm(host = '127.0.0.1'): Promise<http.IncomingMessage> {
  const request = http.get({ host, port, path: filmAddress, agent: new http.Agent({ keepAlive: true }) });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.on('error', () => {});
  return answer;
}

async function readAll(answer: http.IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
}

async function isRefused(host = '127.0.0.1'): Promise<boolean> {
  const socket = net.connect(port, host);
  const outcome = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(() => 'refused');
  socket.destroy();
  return outcome === 'refused';
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const count = (text: string) => server.output().split(text).length - 1;

describe('a signal to end', () => {
  it('SIGTERM lets what is under way on both addresses of localhost finish, and the log is whole', async () => {
    start();
    await waitUntilReady(server, port);
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect((await fetch(`http://${host}:${port}/writing-ant`)).status, host).toBe(200);
    // Lines of the log wait for each other, but for moments only.
    const asked = performance.now();
    await until(() => count('"route":"/writing-ant"') === 3);
    expect(performance.now() - asked).toBeLessThan(5_000);

    // On each address a request under way; on the second also an idle connection, and one that has sent nothing yet.
    const answers = [await openFilm('127.0.0.1'), await openFilm('::1')];
    const idle = new http.Agent({ keepAlive: true });
    const [page] = await once(http.get({ host: '::1', port, path: '/writing-ant', agent: idle }), 'response');
    await readAll(page);
    const silent = net.connect(port, '::1');
    await once(silent, 'connect');
    // The films keep the server from ending while the rest of this request arrives.
    const late = net.connect(port, '127.0.0.1');
    let received = '';
    late.on('data', (chunk) => {
      received += chunk;
    });
    late.write('POST /api/downloads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n');
    for (let request = 0; request < 50; request++) await fetch(`http://127.0.0.1:${port}/writing-ant`);
    server.child.kill('SIGTERM');
    await until(() => isRefused('::1'));
    await until(() => isRefused('127.0.0.1'));
    // Whoever is still connected is told to come back.
    late.write('\r\n{}');
    await once(late, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 503 /);
    expect(received.toLowerCase()).toContain('connection: close');
    expect(received).toContain('"code":"service-unavailable"');
    expect(server.child.exitCode).toBeNull();
    for (const answer of answers) expect(await readAll(answer)).toBe(film.length);
    expect(await server.ended).toBe(0);
    expect(count('"route":"/writing-ant"'), server.output()).toBe(3 + 1 + 50);
    expect(count('"msg":"ended"')).toBe(1);
  });

  it('SIGINT does so at the one address that HOST names, and leaves a data folder that the next start can use', async () => {
    // With the database in it.
    const { databaseUrl, ...embedded } = place;
    if (databaseUrl) cpSync(await getEmbeddedTemplate(), place.dataDir, { recursive: true });
    const startEmbedded = () => {
      const settings = { ...settingsFor(embedded, port), HOST: '127.0.0.1' };
      server = startServerProcess({ settings, siteDirectory: site.directory });
      return waitUntilReady(server, port);
    };
    await startEmbedded();
    expect(await isRefused('::1')).toBe(true);
    expect(await isRefused('127.0.0.1')).toBe(false);
    const answer = await openFilm();
    server.child.kill('SIGINT');
    await until(() => isRefused());
    expect(server.child.exitCode).toBeNull();
    expect(await readAll(answer)).toBe(film.length);
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"msg":"ended"');

    await startEmbedded();
    const unread = await openFilm();
    server.child.kill('SIGTERM');
    await until(() => isRefused());
    // A second signal does not wait for the film.
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    unread.destroy();
  });
});

/** Throws where nobody catches it. */
const faultOnSignal = `process.on("SIGUSR2",()=>{throw new Error("planted")})`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(faultOnSignal)}`;

it('the log is whole when a fault ends the server', async () => {
  start({ NODE_OPTIONS });
  await waitUntilReady(server, port);
  for (let request = 0; request < 50; request++) await fetch(`http://127.0.0.1:${port}/writing-ant`);
  server.child.kill('SIGUSR2');
  await server.ended;
  expect(count('"route":"/writing-ant"'), server.output()).toBe(50);
  expect(count('"msg":"uncaught fault"')).toBe(1);
});

describe('standard output that cannot be written', () => {
  const breakages = ['its reader has died', 'the disk is full'] as const;

  async function startWith(breakage: (typeof breakages)[number]): Promise<void> {
    const full = openSync('/dev/full', 'w');
    server = startServerProcess({
      settings: { ...settingsFor(place, port), NODE_OPTIONS },
      siteDirectory: site.directory,
      ...(breakage === 'the disk is full' && { standardOutput: full }),
    });
    closeSync(full);
    await waitUntilReady(server, port);
    if (breakage === 'its reader has died') {
      server.child.stdout?.destroy();
      await once(server.child.stdout!, 'close');
    }
    for (const _request of [1, 2, 3]) expect((await fetch(`http://127.0.0.1:${port}/writing-ant`)).status).toBe(200);
  }

  it.each(breakages)('keeps the server neither from answering nor from ending: %s', async (breakage) => {
    await startWith(breakage);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it.each(breakages)('does not hold up the end after a fault: %s', async (breakage) => {
    await startWith(breakage);
    server.child.kill('SIGUSR2');
    expect(await server.ended).toBe(1);
  });
});

describe('a start that cannot be', () => {
  it.each(['127.0.0.1', '::1'])('names the port that is taken and what to do: on %s', async (host) => {
    const other = net.createServer().listen(port, host);
    await once(other, 'listening');
    start();
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`Port ${port} is taken`);
    expect(server.output()).toContain(`PORT=${port + 10}`);
    expect(server.output()).not.toContain('    at ');
    other.close();
  });

  it('lists every wrong setting', async () => {
    start({ LOGIN_TOKEN_SECONDS: '-1', LOG_LEVEL: 'loud' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(
      /^The settings cannot be used:\n {2}- LOGIN_TOKEN_SECONDS: .*\n {2}- LOG_LEVEL: .*\n$/,
    );
  });

  it('says that the site has to be built', async () => {
    start({}, place.dataDir);
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('Run "npm start", which builds it.');
  });
});
