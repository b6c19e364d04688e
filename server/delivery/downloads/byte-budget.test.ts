import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { maxFilesSentPerDay } from '../../../shared/business/download-limits.ts';
import { hourMs } from '../../../shared/durations.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { publishInBucket } from '../../../tests/factories/bucket-release.ts';
import { startObjectStore } from '../../../tests/factories/object-store.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'budget-test-'));
const content = randomBytes(28_000);
afterAll(() => rmSync(directory, { recursive: true }));

let api: TestApi;
let origin: string;
/** Of a fresh link. */
let url: string;

async function start(settings: Record<string, string>): Promise<void> {
  api = await createTestApi({ RATE_LIMIT_FACTOR: '1', ...settings });
  onTestFinished(() => api.close());
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  url = origin + pathOf((await api.download('user_1')).url);
}

async function ask(headers: Record<string, string> = {}, { method = 'GET', address = url } = {}): Promise<Response> {
  const answer = await fetch(address, { method, headers, redirect: 'manual' });
  return new Response(await answer.arrayBuffer().then((body) => (body.byteLength ? body : null)), {
    status: answer.status,
    headers: answer.headers,
  });
}

const from = (first: number) => ({ range: `bytes=${first}-` });

/** Asks `count` times from positions that are spread evenly over the file, as a download does that breaks off. */
async function resume(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await ask(from(Math.floor((n * content.length) / count)))).status);
  return statuses;
}

async function expectUsedUp(): Promise<void> {
  const refused = await ask(from(27_000));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'link-used-up', status: 429 });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
  const page = await ask({ accept: 'text/html' });
  expect(await page.text()).toContain('Dieser Link wurde heute zu viel genutzt');
  // Whoever only asks costs nothing, and other links are not concerned.
  expect((await ask({}, { method: 'HEAD' })).status).toBe(200);
  const other = origin + pathOf((await api.download('user_2')).url);
  expect((await ask({}, { address: other })).status).toBeLessThan(400);
  const { now } = api.time;
  api.time.now = new Date(now.getTime() + 24 * hourMs);
  expect((await ask()).status).toBeLessThan(400);
  api.time.now = now;
}

it('a link sends its file from this machine ten times a day, and then no more until tomorrow', async () => {
  writeRelease(directory, { content });
  await start({ RELEASES_DIR: directory });
  // In two parallel parts, and again whole.
  const halves = [{ range: 'bytes=0-13999' }, from(14_000)];
  expect((await Promise.all(halves.map((half) => ask(half)))).map(({ status }) => status)).toEqual([206, 206]);
  for (let times = 1; times < maxFilesSentPerDay.byServer; times++) {
    api.time.now = new Date(api.time.now.getTime() + 2 * hourMs);
    expect((await ask()).status, `${times}`).toBe(200);
  }
  await expectUsedUp();
});

it('a link redirects to a bucket as often as an unlucky download needs, and not for ever', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const sourcePath = path.join(directory, 'installer.exe');
  writeFileSync(sourcePath, content);
  await start(await publishInBucket(store, sourcePath));
  // Every ten minutes, all day long.
  expect(new Set(await resume(24 * 6))).toEqual(new Set([302]));
  for (let left = 0; left < maxFilesSentPerDay.byBucket; left++) await ask();
  await expectUsedUp();
});
