import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxTransfersPerLink } from '../../../shared/business/download-limits.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { filesOpenIn, openSlowly } from '../../../tests/factories/slow-client.ts';
import { Problem } from '../../http/problem.ts';
import { TransferCount } from './transfer-count.ts';

const releasesDirectory = mkdtempSync(path.join(os.tmpdir(), 'transfers-test-'));
const openReleaseFiles = () => filesOpenIn(releasesDirectory);

let api: TestApi;
let origin: string;
/** Address of a fresh link. */
let address: string;

beforeAll(async () => {
  // More than all buffers between server and client can hold, so that an unread answer stays under way.
  writeRelease(releasesDirectory, { sparseBytes: 1_000_000_000 });
  api = await createTestApi({ RELEASES_DIR: releasesDirectory });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  address = await newLink();
});
afterAll(async () => {
  await api.close();
  rmSync(releasesDirectory, { recursive: true });
});

async function newLink(): Promise<string> {
  return origin + pathOf((await api.download('user_1')).url);
}

const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(address, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Sends `count` requests at once on one connection and reads no answer. */
function askPipelined(count: number): Socket {
  const { host, pathname, port, search } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count));
  return socket;
}

describe('transfers of one link at the same time', () => {
  it('are as many as a download program opens, and no more; other links and questions are not concerned', async () => {
    const part = (n: number) => ({ range: `bytes=${n * 1_000_000}-` });
    const clients = await Promise.all(
      Array.from({ length: maxTransfersPerLink }, (_, n) => openSlowly(address, part(n))),
    );
    expect(new Set(clients.map(({ response }) => response.statusCode))).toEqual(new Set([206]));
    const refused = await ask(part(1));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('content-range')).toBeNull();
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
    expect(openReleaseFiles()).toBe(maxTransfersPerLink);

    const head = await ask({}, 'HEAD');
    expect(head.status).toBe(200);
    expect((await ask({ 'if-none-match': head.headers.get('etag') ?? '' })).status).toBe(304);
    const other = await openSlowly(await newLink());
    expect(other.response.statusCode).toBe(200);
    other.request.destroy();

    clients[0]!.request.destroy();
    await expect
      .poll(
        async () => {
          clients[0] = await openSlowly(address, part(2));
          return clients[0].response.statusCode;
        },
        { timeout: 10_000 },
      )
      .toBe(206);
    for (const { request } of clients) request.destroy();
  });

  it('are counted to their end, however they end', async () => {
    for (let n = 0; n < maxTransfersPerLink + 1; n++) {
      expect((await bytesOf(await ask({ range: 'bytes=0-99' }))).length).toBe(100);
      expect((await ask({ range: 'bytes=9999999999-' })).status).toBe(416);
      const { request } = await openSlowly(address);
      request.destroy();
      // Some leave before they are answered.
      get(address, { agent: false })
        .on('error', () => {})
        .destroy();
      const hasty = get(address, { agent: false }).on('error', () => {});
      await wait(n % 4);
      hasty.destroy();
    }
    await expect.poll(openReleaseFiles, { timeout: 10_000 }).toBe(0);
    await expectAllPlacesFree();
  });

  // Node 20 would not notify such an answer, and 16 of them would block the link for good.
  it('are counted to their end also where an answer waits behind another one on its connection', async () => {
    // A forgotten file handle is closed when it is garbage-collected, some time later, with a warning.
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const sockets = Array.from({ length: maxTransfersPerLink / 4 }, () => askPipelined(4));
    await expect.poll(openReleaseFiles, { timeout: 10_000 }).toBe(maxTransfersPerLink);
    expect((await ask()).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await expect.poll(openReleaseFiles, { timeout: 10_000 }).toBe(0);
    await expectAllPlacesFree();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  async function expectAllPlacesFree(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: maxTransfersPerLink }, () => openSlowly(address)));
    expect(new Set(clients.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    for (const { request } of clients) request.destroy();
  }
});

it('whoever has left before being answered is not counted', () => {
  const transfers = new TransferCount(100);
  const answer = () => new ServerResponse(new IncomingMessage(new Socket()));
  const left = answer();
  left.destroy();
  left.emit('close');
  transfers.begin([{ whose: 'link', id: 'download', max: 1 }], left);
  transfers.begin([{ whose: 'link', id: 'download', max: 1 }], answer());
  expect(() => transfers.begin([{ whose: 'link', id: 'download', max: 1 }], answer())).toThrow(Problem);
});

it('a link, an account and an address each have their own limit, and a refusal counts in none of them', () => {
  const transfers = new TransferCount(100);
  const answers: ServerResponse[] = [];
  const begin = (link: string, account: string, address: string) => {
    const answer = new ServerResponse(new IncomingMessage(new Socket()));
    transfers.begin(
      [
        { whose: 'link', id: link, max: 2 },
        { whose: 'account', id: account, max: 3 },
        { whose: 'address', id: address, max: 4 },
      ],
      answer,
    );
    answers.push(answer);
  };
  const detailOf = (attempt: () => void) => {
    try {
      attempt();
      return 'allowed';
    } catch (error) {
      return (error as Problem).toBody('').detail;
    }
  };
  for (const link of ['a', 'a', 'b']) begin(link, 'one', 'home');
  expect(detailOf(() => begin('a', 'two', 'office'))).toMatch(/^This link has 2 transfers/);
  expect(detailOf(() => begin('c', 'one', 'office'))).toMatch(/^This account has 3 transfers/);
  begin('d', 'two', 'home');
  expect(detailOf(() => begin('e', 'three', 'home'))).toMatch(/^This address has 4 transfers/);
  answers[0]?.emit('close');
  expect(detailOf(() => begin('a', 'one', 'home'))).toBe('allowed');
});

it('all together have a limit, too, which is no fault of whoever meets it', () => {
  const transfers = new TransferCount(2);
  const begin = (link: string) => {
    const answer = new ServerResponse(new IncomingMessage(new Socket()));
    transfers.begin([{ whose: 'link', id: link, max: 2 }], answer);
    return answer;
  };
  const refusal = expect.objectContaining({ code: 'service-unavailable', headers: { 'retry-after': '30' } });
  const [one] = [begin('a'), begin('b')];
  expect(() => begin('c')).toThrow(refusal);
  one.emit('close');
  begin('c');
  expect(() => begin('d')).toThrow(refusal);
});

it('a crowded server takes the places of those who hold them without reading, and of nobody else', async () => {
  const count = new TransferCount(5, 100);
  const piece = Buffer.alloc(16 * 1024);
  const answers: ServerResponse[] = [];
  const server = createServer((_, answer) => {
    answers.push(answer);
    count.begin([], answer);
    answer.on('error', () => {});
    // As fast as the client reads, without end.
    const write = () => {
      while (!answer.destroyed && answer.write(piece));
      answer.once('drain', () => setTimeout(write, 1));
    };
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = () => openSlowly(`http://127.0.0.1:${port}/`);
  await Promise.all([open(), open(), open()]);
  const idle = answers.slice();
  await wait(600);
  expect(
    idle.map(({ destroyed }) => destroyed),
    'There was room for all.',
  ).toEqual([false, false, false]);
  const reader = await open();
  reader.response.resume();
  await expect.poll(() => idle.every(({ destroyed }) => destroyed), { timeout: 10_000 }).toBe(true);
  await wait(500);
  expect(answers.at(-1)!.destroyed).toBe(false);
  reader.request.destroy();
  count.close();
  server.closeAllConnections();
  server.close();
});

it('a transfer that waits for our own disk keeps its place on a crowded server', async () => {
  const count = new TransferCount(1, 100);
  const server = createServer((_, answer) => {
    count.begin([], answer);
    // The next bytes come from a disk that takes its time.
    answer.write('the first bytes');
    setTimeout(() => answer.end(', and the last'), 1000);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.text()).toBe('the first bytes, and the last');
  count.close();
  server.close();
});
