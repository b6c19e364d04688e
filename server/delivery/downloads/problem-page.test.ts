import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../shared/locales.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { type ReleaseFiles, writeRelease } from '../../../tests/factories/releases.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'problem-page-test-'));
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'sv-SE,sv;q=0.9,en;q=0.5' };
let api: TestApi;
let release: ReleaseFiles;

beforeAll(async () => {
  release = writeRelease(directory);
  api = await createTestApi({ RELEASES_DIR: directory });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = browser) => api.app.inject({ url, headers });

describe('a link that does not work', () => {
  it('is explained to a person in the language of the browser, and to a program as a problem', async () => {
    const url = pathOf((await api.download('user_1')).url).replace('expires=', 'expires=9');
    const page = await open(url);
    expect(page.statusCode).toBe(403);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'sv-SE',
      'cache-control': 'no-store',
      vary: 'accept, accept-language',
    });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).toContain('<html lang="sv-SE">');
    expect(page.body).toContain('Nedladdningslänken är inte giltig');
    expect(page.body).toContain('href="http://localhost:3000/writing-ant/download?lang=sv"');
    const problem = await open(url, { accept: '*/*' });
    expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problem.json()).toMatchObject({ status: 403, code: 'link-invalid' });
  });

  it('is explained in the language of the download once it is known', async () => {
    const { url } = await api.download('user_2', { locale: 'fr' });
    release.publish({ withdrawnAt: '2026-02-01T00:00:00.000Z' });
    const page = await open(pathOf(url));
    const problem = await open(pathOf(url), {});
    release.publish();
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain('Cette version a été retirée');
    expect(page.body).toContain('Télécharger la version actuelle');
    expect(problem.json()).toMatchObject({ status: 410, code: 'release-withdrawn' });
  });

  it('offers the current version, and nothing to keep, where no such download is known', async () => {
    const settings = { RELEASES_DIR: directory, LINK_SECRET: 'x'.repeat(32) };
    const [one, other] = [await createTestApi(settings), await createTestApi(settings)];
    const url = pathOf((await one.download('user_1')).url);
    const page = await other.app.inject({ url, headers: { ...browser, 'accept-language': 'en' } });
    await one.close();
    await other.close();
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('There is no such download');
    expect(page.body).toContain('Download the current version');
    expect(page.body).not.toContain('Continue my download');
    expect(page.body).not.toContain('Keep the part you already have');
  });

  it.each(locales)('is explained in %s, with nothing left to be filled in', async (locale) => {
    const { url } = await api.download(`user_${locale}`, { locale });
    const { now } = api.time;
    api.time.now = new Date(now.getTime() + 8 * 24 * 60 * 60 * 1000);
    const page = await open(pathOf(url), { ...browser, 'accept-language': locale });
    api.time.now = now;
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain('7');
    expect(page.body.replace(/<style>.*<\/style>/s, '')).not.toMatch(/[{}]/);
    expect(page.body).toContain('mailto:');
  });
});

it('a withdrawn version is told to its owner, who gets no new link to it', async () => {
  const { id } = await api.download('user_3');
  release.publish({ withdrawnAt: '2026-02-01T00:00:00.000Z' });
  const renewed = await api.renewLink('user_3', id);
  const { downloads } = (await api.get('/api/downloads', 'user_3')).json();
  const [windows] = (await api.get('/api/releases')).json().releases;
  release.publish();
  expect(renewed.json()).toMatchObject({ status: 410, code: 'release-withdrawn' });
  expect(downloads).toMatchObject([{ id, status: 'withdrawn' }]);
  expect(windows).toMatchObject({ status: 'withdrawn', version: null, versions: [{ status: 'withdrawn' }] });
});
