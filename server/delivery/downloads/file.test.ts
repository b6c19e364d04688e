import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { expectCase, rangeCases } from '../../../tests/factories/range-cases.ts';
import { type ReleaseFiles, writeRelease } from '../../../tests/factories/releases.ts';
import { filesOpenIn, openSlowly } from '../../../tests/factories/slow-client.ts';

const gigabytes = 1_000_000_000;
const releasesDirectory = mkdtempSync(path.join(os.tmpdir(), 'file-test-'));
const content = randomBytes(3_000_001);
const sha256 = createHash('sha256').update(content).digest('hex');

const openReleaseFiles = () => filesOpenIn(releasesDirectory);

let api: TestApi;
let origin: string;
let release: ReleaseFiles;
/** Address of a fresh link. */
let address: string;

beforeAll(async () => {
  release = writeRelease(releasesDirectory, { content });
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

/** Links are made for the public origin; the test requests them from this machine. */
async function newLink(): Promise<string> {
  return origin + pathOf((await api.download('user_1')).url);
}

const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(address, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('the whole file', () => {
  it('arrives as it was published, and says what it is', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(content)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
      'content-disposition': 'attachment; filename="writing-ant-1.0.0-windows.exe"',
      'accept-ranges': 'bytes',
      etag: `"sha256-${sha256}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'cache-control': 'private, no-transform',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['last-modified', 'content-encoding', 'transfer-encoding'])
      expect(response.headers.has(name), name).toBe(false);
  });

  it('is described the same by HEAD, without a body', async () => {
    const [whole, head] = [await ask(), await ask({ range: 'bytes=0-9' }, 'HEAD')];
    await whole.arrayBuffer();
    expect(head.status).toBe(200);
    const ofConnection = ['connection', 'keep-alive', 'date', 'request-id'];
    const described = ({ headers }: Response) => [...headers].filter(([name]) => !ofConnection.includes(name));
    expect(described(head)).toEqual(described(whole));
    expect(await head.text()).toBe('');
  });

  it('needs neither a session nor cookies, and is never compressed', async () => {
    const response = await ask({ 'accept-encoding': 'gzip, br', authorization: 'Bearer nonsense' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect((await bytesOf(response)).equals(content)).toBe(true);
  });
});

describe('parts', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=3000000-', 3_000_000, 3_000_001],
    ['bytes=2999999-99999999', 2_999_999, 3_000_001],
    ['bytes=-5', 2_999_996, 3_000_001],
  ])('%s', async (range, first, end) => {
    const response = await ask({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${end - 1}/3000001`);
    expect(response.headers.get('content-length')).toBe(String(end - first));
    expect((await bytesOf(response)).equals(content.subarray(first, end))).toBe(true);
  });

  it('outside the file are refused with its size', async () => {
    const response = await ask({ range: 'bytes=3000001-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */3000001');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'range-not-satisfiable' });
  });

  it('continue a file only when it is still the same', async () => {
    const etag = (await ask({}, 'HEAD')).headers.get('etag') ?? '';
    const range = 'bytes=100-';
    expect((await bytesOf(await ask({ range, 'if-range': etag }))).equals(content.subarray(100))).toBe(true);
    const other = await ask({ range, 'if-range': '"sha256-other"' });
    expect(other.status).toBe(200);
    expect((await bytesOf(other)).length).toBe(content.length);
  });

  it('put together after a broken transfer give the file', async () => {
    const half = await readUntil(address, 1_000_000);
    const rest = await ask({ range: `bytes=${half.length}-`, 'if-range': `"sha256-${sha256}"` });
    expect(Buffer.concat([half, await bytesOf(rest)]).equals(content)).toBe(true);
  });
});

describe('every case of RFC 9110, sections 13.1 and 14', () => {
  it.each(rangeCases(content.length, `"sha256-${sha256}"`))('$name', (each) => expectCase(address, content, each));
});

describe('conditions', () => {
  it('spare a client the file it has', async () => {
    const response = await ask({ 'if-none-match': `"sha256-${sha256}"` });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(`"sha256-${sha256}"`);
    expect(await response.text()).toBe('');
  });

  it('stop a client that expects another file', async () => {
    const response = await ask({ 'if-match': '"sha256-other"' });
    expect(response.status).toBe(412);
    expect(await response.json()).toMatchObject({ code: 'precondition-failed' });
  });
});

describe('a link', () => {
  it('that was tampered with is refused', async () => {
    const url = new URL(address);
    const changes: ((changed: URL) => void)[] = [
      (changed) => {
        const signature = changed.searchParams.get('signature') ?? '';
        changed.searchParams.set('signature', (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1));
      },
      (changed) => changed.searchParams.set('expires', '9999999999999'),
      (changed) => changed.searchParams.delete('signature'),
      (changed) => changed.searchParams.delete('expires'),
      (changed) => changed.searchParams.append('signature', 'twice'),
      (changed) => {
        changed.pathname = changed.pathname.replace('writing-ant', 'writing-bee');
      },
      (changed) => {
        changed.pathname = changed.pathname.replace(/[0-9a-f-]{36}/, '0b9f8a2e-0000-4000-8000-000000000000');
      },
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      const response = await fetch(changed);
      expect(await response.json(), changed.href).toMatchObject({ status: 403, code: 'link-invalid' });
    }
  });

  it('is good for seven days, and then gone', async () => {
    const { now } = api.time;
    api.time.now = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000 - 1);
    expect((await ask({}, 'HEAD')).status).toBe(200);
    api.time.now = new Date(api.time.now.getTime() + 1);
    const late = await ask();
    api.time.now = now;
    expect(late.status).toBe(410);
    expect(await late.json()).toMatchObject({ code: 'link-expired' });
  });

  it('whose download is not known leads nowhere', async () => {
    const settings = { RELEASES_DIR: releasesDirectory, LINK_SECRET: 'x'.repeat(32) };
    const [one, other] = [await createTestApi(settings), await createTestApi(settings)];
    const foreign = pathOf((await one.download('user_1')).url);
    expect((await other.get(foreign)).json()).toMatchObject({ status: 404, code: 'not-found' });
    await one.close();
    await other.close();
  });

  it('that is none leads nowhere', async () => {
    for (const url of [
      '/downloads',
      '/downloads/',
      '/downloads/x',
      '/downloads/x/y',
      '/downloads/..%2f..%2fetc/passwd',
    ])
      expect((await fetch(origin + url)).status, url).toBe(404);
  });

  it('takes no other method', async () => {
    const response = await fetch(address, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('a file of 28 GB', () => {
  const sizeBytes = 28 * gigabytes;
  beforeAll(() => {
    writeRelease(releasesDirectory, {
      version: '28.0.0',
      publishedAt: '2026-01-06T08:00:00Z',
      content: Buffer.from('beginning'),
      sparseBytes: sizeBytes,
    });
    const file = path.join(releasesDirectory, 'windows-28.0.0/writing-ant-28.0.0-windows.exe');
    // Markers on both sides of 2^32 and at the end, so that a wrong offset is detected.
    writeAt(file, 2 ** 32 - 2, 'ab|cd');
    writeAt(file, sizeBytes - 5, 'ended');
  });
  afterAll(() => rmSync(path.join(releasesDirectory, 'windows-28.0.0'), { recursive: true }));

  it('has its size, and every byte in its place', async () => {
    expect((await ask({}, 'HEAD')).headers.get('content-length')).toBe('28000000000');
    const textOf = async (range: string) => (await ask({ range })).text();
    expect(await textOf('bytes=0-8')).toBe('beginning');
    expect(await textOf('bytes=4294967294-4294967298')).toBe('ab|cd');
    expect(await textOf('bytes=-5')).toBe('ended');
    const last = await ask({ range: 'bytes=27999999995-99999999999' });
    expect(last.headers.get('content-range')).toBe('bytes 27999999995-27999999999/28000000000');
    expect(await last.text()).toBe('ended');
    expect((await ask({ range: 'bytes=28000000000-' })).status).toBe(416);
  });

  it('is read as fast as the client takes it, and closed when the client leaves', async () => {
    expect(openReleaseFiles()).toBe(0);
    const before = process.memoryUsage().rss;
    const addresses = [await newLink(), await newLink()].flatMap((each) => Array.from({ length: 10 }, () => each));
    const clients = await Promise.all(addresses.map((each) => openSlowly(each)));
    expect(openReleaseFiles()).toBe(20);
    for (const { response } of clients) await once(response, 'readable');
    // A client that does not read takes nothing away from one that does.
    const quick = await fetch(address, { headers: { range: 'bytes=0-9999999' }, signal: AbortSignal.timeout(20_000) });
    expect((await bytesOf(quick)).length).toBe(10_000_000);
    await wait(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    for (const { request } of clients) request.destroy();
    await expect.poll(openReleaseFiles, { timeout: 10_000 }).toBe(0);
  });
});

describe('a file that is not as it was published', () => {
  it.each<[string, () => void]>([
    ['missing', () => rmSync(release.filePath)],
    ['shorter', () => truncateSync(release.filePath, 100)],
    ['withdrawn', () => rmSync(release.folder, { recursive: true })],
  ])('is not served: %s', async (_, spoil) => {
    spoil();
    for (const method of ['GET', 'HEAD']) expect((await ask({}, method)).status).toBe(503);
    expect(await (await ask()).json()).toMatchObject({ code: 'service-unavailable' });
    expect(openReleaseFiles()).toBe(0);
    release = writeRelease(releasesDirectory, { content });
    // A link works again once the file is back.
    expect((await bytesOf(await ask())).equals(content)).toBe(true);
  });

  it('breaks off when it is cut while it is sent', async () => {
    const big = writeRelease(releasesDirectory, {
      version: '2.0.0',
      publishedAt: '2026-01-06T08:00:00Z',
      sparseBytes: 500_000_000,
    });
    const { response } = await openSlowly(await newLink());
    await once(response, 'readable');
    truncateSync(big.filePath, 1_000);
    response.resume();
    await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    rmSync(big.folder, { recursive: true });
    await expect.poll(openReleaseFiles).toBe(0);
  });
});

/** The first bytes of an answer, at least as many as requested, after which the connection is cut. */
async function readUntil(url: string, leastBytes: number): Promise<Buffer> {
  const { request, response } = await openSlowly(url);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= leastBytes) break;
  }
  request.destroy();
  return Buffer.concat(chunks);
}

function writeAt(file: string, position: number, text: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, text, position);
  closeSync(descriptor);
}
