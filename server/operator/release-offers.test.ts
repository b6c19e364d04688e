import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { updateFeedPaths } from '../../shared/open-paths.ts';
import { createTestApi } from '../../tests/factories/api.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { makeBlockMap } from '../../tests/factories/update-client.ts';
import { verifyHash } from '../delivery/releases/minisign.ts';
import { sha256Hex } from '../sha256.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'release-offers-'));
const notes = path.join(folder, 'notes');
const small = path.join(folder, 'small.exe');
const smallMacos = path.join(folder, 'small.tar.gz');
const releases = { DATA_DIR: folder, RELEASES_DIR: path.join(folder, 'releases') };

beforeAll(() => {
  for (const place of [notes, releases.RELEASES_DIR]) mkdirSync(place);
  for (const locale of locales) writeFileSync(path.join(notes, `${locale}.md`), 'News');
  for (const file of [small, smallMacos]) writeFileSync(file, 'small');
});
afterAll(() => rmSync(folder, { recursive: true }));

const tell = (...args: string[]) => operateHere(releases, ...args);
const publishArgs = (version: string, platform = 'windows', file = small) => [
  ...['release', 'publish', file, '--platform', platform, '--version', version, '--notes', notes],
];
const publish = async (version: string, ...options: string[]) =>
  (await tell(...publishArgs(version), '--yes', ...options)).output;

async function publicKey(name: string): Promise<string> {
  const { output } = await tell('release', 'key');
  return output.split(name)[1]?.split('\n')[0] ?? '';
}

describe('to whom a version is offered', () => {
  const offers = (page: string, stable: string, beta = stable) =>
    [
      `Page and new downloads: ${page}`,
      `Apps of the channel stable: ${stable}`,
      `Apps of the channel beta: ${beta}`,
    ].join('\n');
  const change = (command: string, version: string, ...options: string[]) =>
    tell('release', command, '--platform', 'windows', '--version', version, ...options);

  it('is told before it is published, which needs a yes', async () => {
    const asked = await tell(...publishArgs('1.3.0'));
    expect([asked.code, asked.output]).toEqual([1, expect.stringContaining(offers('1.3.0', '1.3.0'))]);
    expect(asked.output).toContain('Nothing was done: without a terminal, --yes says that it is right.');
    expect(await publish('1.3.0', '--dry-run')).toContain('Nothing was published.');
    expect(readdirSync(releases.RELEASES_DIR)).toEqual([]);
    expect(await publish('1.3.0')).not.toContain('Nobody');
  });

  it('is nobody for a lower version, beta alone for a pre-release, and nobody on a platform that is to come', async () => {
    expect(await publish('1.2.1')).toContain(`${offers('1.3.0', '1.3.0')}\nNobody is offered 1.2.1.`);
    expect(await publish('1.4.0-beta.1')).toContain(offers('1.3.0', '1.3.0', '1.4.0-beta.1'));
    expect(await publish('1.3.1')).toContain(offers('1.3.1', '1.3.1', '1.4.0-beta.1'));
    const macos = await tell(...publishArgs('1.0.0', 'macos', smallMacos), '--yes');
    expect(macos.output).toContain('macOS is only announced: no page and no feed offers any version of it yet.');
    expect(macos.output).toContain('Published writing-ant-1.0.0-macos.tar.gz');
  });

  it('is a share of the apps, all of them, or nobody for a while, and a running server notices each', async () => {
    const api = await createTestApi({ RELEASES_DIR: releases.RELEASES_DIR });
    const askAs = async (stagingId: string) => {
      const headers = { 'x-user-staging-id': stagingId };
      const { body } = await api.app.inject({ url: updateFeedPaths.electron.stable.windows, headers });
      return /version: "(.*)"/.exec(body)![1];
    };
    const page = async () => (await api.get('/api/releases')).json().releases[0].version;
    const [first, last] = ['00000000', 'ffffffff'].map((end) => `0e3c5f80-6cf7-5ff2-8a5b-9c2d${end}`) as [
      string,
      string,
    ];
    const seen = async () => {
      api.time.now = new Date();
      return [await askAs(first), await askAs(last), await page()];
    };

    expect(await publish('1.3.5', '--percent', '10')).toContain(
      offers('1.3.1', '1.3.5 for 10 %, 1.3.1 for 90 %', '1.4.0-beta.1'),
    );
    expect(await seen()).toEqual(['1.3.5', '1.3.1', '1.3.1']);
    const further = await change('stage', '1.3.5', '--percent', '25');
    expect([further.code, further.output]).toEqual([0, expect.stringContaining('Staged: 1.3.5 for 25 %.')]);
    expect((await change('pause', '1.3.5')).output).toContain(offers('1.3.1', '1.3.1', '1.4.0-beta.1'));
    await expect.poll(seen).toEqual(['1.3.1', '1.3.1', '1.3.1']);
    expect((await change('pause', '1.3.5')).output).toContain('It is paused since');
    expect((await change('resume', '1.3.5')).output).toContain('1.3.5 for 25 %, 1.3.1 for 75 %');
    await expect.poll(seen).toEqual(['1.3.5', '1.3.1', '1.3.1']);
    expect((await change('resume', '1.3.5')).output).toContain('It is not paused.');
    await change('stage', '1.3.5', '--percent', '0');
    await expect.poll(seen).toEqual(['1.3.1', '1.3.1', '1.3.1']);
    expect((await change('stage', '1.3.5', '--percent', '100')).output).toContain(
      offers('1.3.5', '1.3.5', '1.4.0-beta.1'),
    );
    await expect.poll(seen).toEqual(['1.3.5', '1.3.5', '1.3.5']);
    for (const percent of ['-1', '10.5', 'half', ''])
      expect((await change('stage', '1.3.5', '--percent', percent)).code).toBe(1);
    expect((await change('withdraw', '1.3.5')).output).toContain(offers('1.3.1', '1.3.1', '1.4.0-beta.1'));
    expect((await change('stage', '1.3.5', '--percent', '50')).output).toContain('It is withdrawn since');
    await api.close();
  });

  it('is told of the whole and of its components, with the block map of what apps fetch', async () => {
    const [app, models] = ['app.exe', 'models.bin'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [app, models]) writeFileSync(file, `content of ${path.basename(file)}`);
    const withParts = (version: string, ...parts: string[]) =>
      publish(version, ...parts.flatMap((part) => ['--component', part]));
    for (const [parts, sentence] of [
      [[`models=${models}`], 'One --component must be app=<file>'],
      [[`app=${app}`, `app=${app}`], 'Each component needs a name of its own.'],
      [[`app=${models}`], 'installs nothing on Windows'],
      [[`App=${app}`], '--component must be like models=models.bin, not App='],
      [[`app=${app}`, 'models=/nowhere.bin'], '/nowhere.bin is not a file'],
    ] as const)
      expect(await withParts('1.6.0', ...parts)).toContain(sentence);
    writeFileSync(`${app}.blockmap`, makeBlockMap(Buffer.from('another file')));
    expect(await withParts('1.6.0', `app=${app}`)).toContain('is of another file: it describes 12 bytes, not 18.');
    writeFileSync(`${app}.blockmap`, 'no map');
    expect(await withParts('1.6.0', `app=${app}`)).toContain('is no block map');
    writeFileSync(`${app}.blockmap`, makeBlockMap(readFileSync(app)));
    const told = await withParts('1.6.0', `app=${app}`, `models=${models}`);
    expect(told).toContain('With writing-ant-1.6.0-windows-models.bin, 21 bytes.');
    await withParts('1.7.0', `app=${app}`, `models=${models}`);
    expect(readdirSync(path.join(releases.RELEASES_DIR, '.files'))).toHaveLength(3);
    rmSync(path.join(releases.RELEASES_DIR, '.files', sha256Hex(readFileSync(models))));
    const { output } = await tell('release', 'verify');
    expect(output).toMatch(/windows-1\.7\.0: FAULTY: component models: .* cannot be read/);
    for (const version of ['1.6.0', '1.7.0'])
      rmSync(path.join(releases.RELEASES_DIR, `windows-${version}`), { recursive: true });
  });

  it('half a release is named, and stands in the way of no command for another one', async () => {
    const half = path.join(releases.RELEASES_DIR, 'windows-1.5.0');
    mkdirSync(half);
    const whole = readFileSync(path.join(releases.RELEASES_DIR, 'windows-1.3.0', 'manifest.json'), 'utf8');
    writeFileSync(path.join(half, 'manifest.json'), whole.slice(0, 500));
    expect(await publish('1.3.2')).toContain('Published writing-ant-1.3.2-windows.exe');
    expect(await publish('1.5.0')).toContain(`${half} holds something else, or half a release: remove it first.`);
    const withdraw = (version: string) => change('withdraw', version);
    expect((await withdraw('1.3.2')).output).toContain('Withdrawn: writing-ant-1.3.2-windows.exe');
    expect((await withdraw('1.5.0')).output).toContain('windows-1.5.0 cannot be read: manifest.json is not whole.');
    const { code, output } = await tell('release', 'verify');
    expect([code, output]).toEqual([1, expect.stringContaining('windows-1.5.0: FAULTY: manifest.json is not whole.')]);
    expect(output).toContain('8 releases in');
  });
});

it('the key that is shown for Tauri verifies what its feed says of the file', async () => {
  const api = await createTestApi({ RELEASES_DIR: releases.RELEASES_DIR });
  const { platforms } = (await api.get(updateFeedPaths.tauriOfAll)).json();
  await api.close();
  const { signature } = platforms['windows-x86_64'];
  // As its updater does (tauri-plugin-updater): both are the Base64 of a file of minisign, the key's on its second line.
  const decode = (text: string) => Buffer.from(text, 'base64').toString();
  const [comment, key] = decode(await publicKey('Key of files, for Tauri (pubkey): ')).split('\n');
  expect(comment).toMatch(/^untrusted comment: /);
  const blake2b512 = createHash('blake2b512').update('small').digest();
  const says = 'file:writing-ant-1.3.1-windows.exe version:1.3.1 platform:windows';
  expect(verifyHash(key!, blake2b512, decode(signature), says)).toBe(true);
  expect(key).toBe(await publicKey('Key of files, for minisign: '));
  expect(verifyHash(await publicKey('RELEASES_PUBLIC_KEY='), blake2b512, decode(signature), says)).toBe(false);
});
