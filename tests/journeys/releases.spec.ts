import { createHash, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Manifest, sealManifest } from '../../server/delivery/releases/manifest.ts';
import { formatPublicKey, releaseKeysOf, signHash } from '../../server/delivery/releases/minisign.ts';
import { manifestName } from '../../server/delivery/releases/release-folder.ts';
import { paths } from '../../shared/paths.ts';
import { writeRelease } from '../factories/releases.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test('every version is told with its notes and its signature, and the guide names the current one', async ({
  page,
  site,
}) => {
  const t = wordsOf('de');
  const directory = path.join(site.dataDir, 'releases');
  const notes = (text: string) => Object.fromEntries(['en', 'de', 'sv', 'it', 'fr'].map((each) => [each, text]));
  const older = writeRelease(directory, { version: '1.0.0', publishedAt: '2026-01-05T08:00:00Z' });
  older.publish({ withdrawnAt: '2026-03-01T08:00:00Z' });
  const current = writeRelease(directory, { version: '1.1.0', publishedAt: '2026-02-05T08:00:00Z' });
  const { files: key, manifests } = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
  const hash = createHash('blake2b512').update(fs.readFileSync(current.filePath)).digest();
  const signature = signHash(key, hash, 'a test');
  const manifest = {
    ...current.manifest,
    notes: notes('Ruhiger.\n\n- startet schneller'),
    signature,
    publicKey: formatPublicKey(key),
    minimumSystem: '10',
  } as unknown as Manifest;
  fs.writeFileSync(path.join(current.folder, manifestName), sealManifest(manifest, manifests));
  try {
    await page.goto(`${paths.releases}?lang=de`);
    await becomeInteractive(page);
    const version = page.getByRole('article', { name: /1\.1\.0/ });
    await expect(version).toContainText(t('releases.current'));
    await expect(version.getByRole('listitem')).toHaveText('startet schneller');
    await expect(version).toContainText(t('releases.needs.system', { platform: 'Windows', version: '10' }));
    await expect(version.getByRole('link', { name: t('layout.account.download') })).toBeVisible();
    await version.getByText(t('releases.check')).click();
    await expect(version.getByText(String(current.manifest.sha256))).toBeVisible();
    const saving = page.waitForEvent('download');
    await version.getByRole('link', { name: t('releases.signature') }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('writing-ant-1.1.0-windows.exe.minisig');
    expect(fs.readFileSync(await saved.path(), 'utf8')).toBe(signature);
    const earlier = page.getByRole('article', { name: /1\.0\.0/ });
    await expect(earlier).toContainText('1. März 2026');
    await expect(earlier.getByRole('link', { name: t('layout.account.download') })).toHaveCount(0);

    await page.goto(paths.downloadGuide);
    const main = page.getByRole('main');
    await page.getByRole('button', { name: t('download-guide.speed.button') }).click();
    await expect(
      page.getByText(t('download-guide.speed.result', { time: '|', size: '|', rate: '|' }).split('|').at(-1)!),
    ).toBeVisible();
    await expect(main).toContainText(String(current.manifest.sha256).toUpperCase());
    await expect(main).toContainText(`minisign -Vm writing-ant-1.1.0-windows.exe -P ${formatPublicKey(key)}`);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

test('the versions are there without an action; where their script fails, a button offers them again', async ({
  page,
  guard,
}) => {
  const t = wordsOf('en');
  await page.goto(paths.releases);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

  guard.allow(/Failed to load resource/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(paths.releases);
  await expect(page.getByRole('button', { name: t('releases.show') })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the feed stands in for the list of versions', async ({ page, request }) => {
    await page.goto(`${paths.releases}?lang=sv`);
    const feed = page.getByRole('main').getByRole('link', { name: 'webbplatsens Atom-flöde' });
    await expect(feed).toBeVisible();
    await expect(page.getByRole('button', { name: wordsOf('sv')('releases.show') })).toBeHidden();
    const answer = await request.get((await feed.getAttribute('href'))!);
    expect(answer.headers()['content-type']).toContain('application/atom+xml');
    expect(await answer.text()).toContain('xml:lang="sv"');
  });
});
