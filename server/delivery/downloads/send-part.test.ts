import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ClientRequest, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PartSender } from './send-part.ts';

const kibibyte = 1024;
const part = { first: 0, last: 1024 * kibibyte - 1 };
const directory = mkdtempSync(path.join(os.tmpdir(), 'send-part-test-'));
const server = createServer();
let port: number;
let file: FileHandle;
let sender: PartSender;
/** Each piece that was written, and in which turn of the event loop. */
let writes: { bytes: number; turn: number }[];
/** How many bytes each read asked for. */
let readLengths: unknown[];
let turn = 0;
let counting: NodeJS.Immediate;

beforeAll(async () => {
  const name = path.join(directory, 'file');
  writeFileSync(name, '');
  truncateSync(name, part.last + 1);
  file = await open(name);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
  const countTurn = () => {
    turn++;
    counting = setImmediate(countTurn);
  };
  countTurn();
});
beforeEach(() => {
  sender = new PartSender();
  writes = [];
  readLengths = [];
  const read = file.read.bind(file);
  vi.spyOn(file, 'read').mockImplementation(((buffer: Buffer, offset: number, length: number, position: number) => {
    readLengths.push(length);
    return read(buffer, offset, length, position);
  }) as typeof file.read);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  clearImmediate(counting);
  server.close();
  await file.close();
  rmSync(directory, { recursive: true });
});

/** Occupies every read slot until the returned function is called, like a hanging disk. */
function holdDisk(): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = Promise.all(Array.from({ length: 3 }, () => sender.handleFile(() => promise)));
  return () => {
    resolve();
    return held;
  };
}

interface Transfer {
  request: ClientRequest;
  response: IncomingMessage;
  answer: ServerResponse;
  /** Receives the number of bytes sent in total. */
  sent: Promise<number>;
}

/** A client that is being sent the part. */
async function begin(): Promise<Transfer> {
  const request = get({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
  const [, answer] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  answer.writeHead(200, { 'content-length': part.last + 1 }).flushHeaders();
  const write = answer.write.bind(answer);
  vi.spyOn(answer, 'write').mockImplementation(((piece: Buffer, told: () => void) => {
    writes.push({ bytes: piece.length, turn });
    return write(piece, told);
  }) as typeof answer.write);
  let bytes = 0;
  const sent = sender
    .send(file, part, answer, (more) => {
      bytes += more;
    })
    .then(() => bytes);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, response, answer, sent };
}

it('for a client that has left while it waited for the disk, nothing is read', async () => {
  const release = holdDisk();
  const { request, answer, sent } = await begin();
  request.destroy();
  await once(answer, 'close');
  await release();
  expect(await sent).toBe(0);
  expect(readLengths).toEqual([]);
});

it('alone, a transfer is written in large steps', async () => {
  const { response, sent } = await begin();
  response.resume();
  expect(await sent).toBe(1024 * kibibyte);
  expect(writes.map(({ bytes }) => bytes)).toEqual([512 * kibibyte, 512 * kibibyte]);
});

it('beside others it is written in small steps, a turn of the event loop each, and from smaller buffers when there are many', async () => {
  const release = holdDisk();
  const transfers: Transfer[] = [];
  for (let n = 0; n < 10; n++) transfers.push(await begin());
  for (const { response } of transfers) response.resume();
  await release();
  const all = await Promise.all(transfers.map(({ sent }) => sent));
  expect(all).toEqual(transfers.map(() => 1024 * kibibyte));
  // While all of them are there; the last ones have the line to themselves again.
  expect(new Set(writes.slice(0, 40).map(({ bytes }) => bytes))).toEqual(new Set([128 * kibibyte]));
  expect(new Set(writes.map((each) => each.turn)).size).toBe(writes.length);
  const readsOf = (size: number) => readLengths.filter((length) => length === size * kibibyte).length;
  expect([readsOf(512), readsOf(256)]).toEqual([8 * 2, 2 * 4]);
});
