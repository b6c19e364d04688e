import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { retention } from '../../../shared/business/retention.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { openSlowly } from '../../../tests/factories/slow-client.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'progress-test-'));
const content = randomBytes(3_000_000);
let api: TestApi;
let origin: string;

beforeAll(async () => {
  writeRelease(directory, { content });
  api = await createTestApi({ RELEASES_DIR: directory, TRUSTED_PROXIES: '127.0.0.1' });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

const progressOf = (id: string) =>
  api.database.kysely.selectFrom('download_progress').selectAll().where('download_id', '=', id).executeTakeFirst();

it('a download is started, resumed and finished, and its places are told apart without being kept', async () => {
  const { id, url } = await api.download('user_1');
  const ask = async (range: string, address: string) => {
    const headers = { ...(range && { range }), 'x-forwarded-for': address };
    await (await fetch(origin + pathOf(url), { headers })).arrayBuffer();
  };
  await ask('bytes=0-999999', '192.0.2.1');
  await ask('bytes=2000000-', '192.0.2.1');
  await expect
    .poll(() => progressOf(id), { timeout: 10_000 })
    .toMatchObject({
      transfers: 2,
      resumed: 1,
      sent_bytes: 2_000_000,
      sent_ranges: [
        [0, 1_000_000],
        [2_000_000, 3_000_000],
      ],
      finished_at: null,
    });
  await ask('bytes=900000-1999999', '198.51.100.9');
  await expect.poll(async () => (await progressOf(id))?.finished_at, { timeout: 10_000 }).toBeInstanceOf(Date);
  const progress = await progressOf(id);
  expect(progress).toMatchObject({ transfers: 3, resumed: 2, sent_ranges: [[0, 3_000_000]] });
  expect(progress?.address_marks).toHaveLength(2);
  expect(JSON.stringify(progress)).not.toContain('192.0.2.1');
});

it('a link that is used after the time of its traces leaves no new address mark, and is counted nevertheless', async () => {
  const { id, url } = await api.download('user_5');
  const ask = async (address: string) => {
    const headers = { range: 'bytes=0-9', 'x-forwarded-for': address };
    await (await fetch(origin + pathOf(url), { headers })).arrayBuffer();
  };
  await ask('192.0.2.1');
  await expect.poll(() => progressOf(id), { timeout: 10_000 }).toMatchObject({ transfers: 1 });
  const markedAfter = async (ms: number, address: string, transfers: number) => {
    const first_at = new Date(api.time.now.getTime() - retention.downloadTraceDays * 24 * 60 * 60 * 1000 - ms);
    await api.database.kysely
      .updateTable('download_progress')
      .set({ first_at })
      .where('download_id', '=', id)
      .execute();
    await ask(address);
    await expect
      .poll(() => progressOf(id), { timeout: 10_000 })
      .toMatchObject({ transfers, sent_bytes: transfers * 10 });
    return (await progressOf(id))?.address_marks;
  };
  const marks = await markedAfter(-1, '192.0.2.2', 2);
  expect(marks).toHaveLength(2);
  expect(await markedAfter(0, '192.0.2.3', 3)).toEqual(marks);
});

it('what is not read is not counted as sent, and questions are no transfers', async () => {
  writeRelease(directory, { version: '2.0.0', publishedAt: '2026-01-06T08:00:00Z', sparseBytes: 500_000_000 });
  const { id, url } = await api.download('user_2');
  await fetch(origin + pathOf(url), { method: 'HEAD' });
  await fetch(origin + pathOf(url), { headers: { range: 'bytes=999999999-' } });
  const { request } = await openSlowly(origin + pathOf(url));
  request.destroy();
  await expect.poll(() => progressOf(id), { timeout: 10_000 }).toMatchObject({ transfers: 1, resumed: 0 });
  expect((await progressOf(id))?.sent_bytes).toBeLessThan(20_000_000);
});

it('who has the whole file says so, whatever was sent under this link', async () => {
  const { id, url } = await api.download('user_3');
  const isComplete = async () => (await api.get(apiPaths.downloads, 'user_3')).json().downloads[0].isComplete;
  expect(await isComplete()).toBe(false);
  expect((await api.reportArrival('user_4', id)).statusCode).toBe(404);
  expect(await isComplete()).toBe(false);
  expect((await api.reportArrival('user_3', id)).statusCode).toBe(204);
  expect(await isComplete()).toBe(true);
  const finished = (await progressOf(id))?.finished_at;

  // Neither what is counted later nor another report changes when that was.
  api.time.now = new Date(api.time.now.getTime() + 60_000);
  await (await fetch(origin + pathOf(url), { headers: { range: 'bytes=0-9' } })).arrayBuffer();
  await expect.poll(() => progressOf(id), { timeout: 10_000 }).toMatchObject({ transfers: 1, sent_bytes: 10 });
  expect((await api.reportArrival('user_3', id)).statusCode).toBe(204);
  expect((await progressOf(id))?.finished_at).toEqual(finished);
});
