import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import { locales } from '../../../shared/locales.ts';
import { licencesHtml, licenceTexts } from './document.ts';
import { collectWorks, licenceFaults, listWorks, packagesOfBundle, takeInventory } from './inventory.ts';
import { copyrightLines, packagesOfModules, packagesOfServer, packagesOfStyles } from './packages.ts';
import { chooseLicences } from './policy.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'licences-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const server = packagesOfServer(root);
const works = collectWorks([path.join(root, 'node_modules/react')], server);

/** A package as it would be installed; its folder. */
function install(name: string, json: object, files: Record<string, string> = {}): string {
  const place = path.join(folder, 'node_modules', name);
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...json }));
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(place, file), text);
  return place;
}

/** A bundle of one script, as Vite hands it over. */
const bundleOf = (...moduleIds: string[]) =>
  ({ output: [{ type: 'chunk', fileName: 'page.js', moduleIds }] }) as unknown as Awaited<ReturnType<typeof build>>;

describe('which terms are accepted', () => {
  test.each([
    ['MIT', ['MIT']],
    ['(MIT OR CC0-1.0)', ['MIT']],
    ['GPL-3.0-only OR Apache-2.0', ['Apache-2.0']],
    ['MIT AND BSD-3-Clause', ['MIT', 'BSD-3-Clause']],
    ['(GPL-3.0-only OR MIT) AND ISC', ['MIT', 'ISC']],
  ])('%s is', (expression, chosen) => expect(chooseLicences(expression)).toEqual(chosen));

  test.each([
    '',
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-3.0-only',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    '(MIT',
    'MIT)',
    'OR',
  ])('“%s” is not', (expression) => expect(chooseLicences(expression)).toBeNull());
});

describe('what ends a build', () => {
  test('a forbidden licence does, and the message names the work, its licence and the way out', () => {
    const place = install('copyleft', { license: 'AGPL-3.0-only' });
    expect(() => takeInventory(bundleOf(`${place}/index.js`))).toThrow(
      /copyleft 1\.0\.0: its licence, AGPL-3\.0-only, is not allowed\.[\s\S]*scripts\/build\/licences\/policy\.ts/,
    );
  });

  test('an unknown licence does', () => {
    const place = install('nameless', {});
    expect(() => takeInventory(bundleOf(`${place}/index.js`))).toThrow('nameless 1.0.0: it names no licence.');
  });

  test('a module of unknown origin does', () => {
    expect(() => takeInventory(bundleOf('/elsewhere/script.js'))).toThrow('/elsewhere/script.js');
  });

  test('terms that only a tool may have do, for what is part of the site', () => {
    const tool = works.find(({ name }) => name === 'x264')!;
    expect(licenceFaults([tool])).toEqual([]);
    expect(licenceFaults([{ ...tool, kind: 'software' }])).toHaveLength(1);
  });
});

describe('what is listed', () => {
  test('every module and style of the real bundle belongs to a work in the list, or is our own', async () => {
    const bundle = await build({ root, logLevel: 'silent', build: { write: false } });
    const browser = packagesOfBundle(bundle);
    const names = collectWorks(browser, []).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'scheduler', '@workos-inc/authkit-js', 'tailwindcss', 'rolldown']),
    );
    const modules = [bundle].flat().flatMap((part) => ('output' in part ? part.output : []));
    for (const id of modules.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
      if (name) expect(names).toContain(name);
    }
  });

  test('every runtime dependency is, with whatever it needs in turn', () => {
    const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(dependencies))
      expect(works.find((work) => work.name === name && work.version === version)?.places).toContain('server');
    expect(works.map(({ name }) => name)).toEqual(expect.arrayContaining(['pino', 'pg-protocol', 'PostgreSQL']));
    expect(works.map(({ name }) => name)).not.toContain('vitest');
  });

  test('every typeface that the site serves is, and all that wrote the film', () => {
    const served = fs.readdirSync(path.join(root, 'public/fonts')).filter((file) => file.endsWith('.woff2'));
    const fonts = works
      .filter(({ kind }) => kind === 'font')
      .map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));
    for (const file of served) expect(fonts.some((font) => file.startsWith(font))).toBe(true);
    const tools = works.filter(({ kind }) => kind === 'tool').map(({ name }) => name.toLowerCase());
    const encoding = fs.readFileSync(path.join(root, 'workshop/film/encoding.ts'), 'utf8');
    for (const [, encoder] of encoding.matchAll(/'lib(x264|vpx|webp)[a-z0-9-]*'/g))
      expect(tools.some((tool) => tool === encoder || tool === `lib${encoder}`)).toBe(true);
    expect(tools).toContain('ffmpeg');
  });

  test('each work has a name, whose it is, an address of its source and the text of its licence', () => {
    const { works: listed, texts } = listWorks(works);
    for (const { name, copyright, source, textId, kind } of listed) {
      expect(copyright.join(), name).toMatch(/copyright/i);
      expect(source, name).toMatch(/^https:\/\/[^\s]+$/);
      if (kind !== 'tool')
        expect(
          texts.map(({ id }) => id),
          name,
        ).toContain(textId);
    }
    expect(new Set(texts.map(({ id }) => id)).size).toBe(texts.length);
    expect(licenceFaults(works)).toEqual([]);
  });

  test('a package in the browser and on the server is listed once, with both places', () => {
    const zod = path.join(root, 'node_modules/zod');
    const found = collectWorks([zod], [zod]).filter(({ name }) => name === 'zod');
    expect(found.map(({ places }) => places)).toEqual([['browser', 'server']]);
  });

  test('the same terms under different owners are one text, without the owners', () => {
    const terms = 'Permission is hereby granted, free of charge.';
    const places = ['one', 'two'].map((name) =>
      install(
        name,
        { license: 'MIT' },
        { LICENSE: `The MIT License (MIT)\n\nCopyright (c) 2026 ${name}\n\n${terms}\n` },
      ),
    );
    const { works: listed, texts } = listWorks(collectWorks(places, []).filter(({ version }) => version === '1.0.0'));
    expect(texts).toEqual([{ id: 'licence-mit', licence: 'MIT', text: terms }]);
    expect([...licenceTexts({ works: listed, texts })]).toEqual([
      [
        '/legal-texts/licence-mit.txt',
        `MIT\n\n${terms}\n\none 1.0.0\nCopyright (c) 2026 one\n\ntwo 1.0.0\nCopyright (c) 2026 two\n`,
      ],
    ]);
    expect(listed.map(({ copyright }) => copyright)).toEqual([['Copyright (c) 2026 one'], ['Copyright (c) 2026 two']]);
  });

  test('whose a work is, is not read from terms that only speak of copyright', () => {
    const owners = [
      'Copyright (c) 2026 Ada',
      'COPYRIGHT (C) 2026 ADA AND SONS',
      'Portions Copyright Ada Name <ada@name.example>',
      'Copyright (c) their respective copyright owners',
    ];
    const terms = [
      'The above copyright notice shall be included',
      '   copyright license to reproduce',
      '   Copyright [yyyy] [name of copyright owner]',
      'Copyright {yyyy} {name of copyright owner}',
      'Copyright (c) <year> <owner> . All rights reserved.',
      'Copyright (c) <year> <copyright holders>',
      'COPYRIGHT AND PERMISSION NOTICE',
      'COPYRIGHT HOLDERS WILL NOT BE LIABLE FOR ANY DIRECT, INDIRECT, SPECIAL OR CONSEQUENTIAL DAMAGES',
      'Copyright Holder(s) and the Author(s) or with their explicit written',
      'Copyright Notice and these terms are included',
      'Copyright Owner or by an individual or Legal Entity',
    ];
    expect(copyrightLines([...owners, ...terms].join('\n'))).toEqual(owners);
    // Nor is it in what the site is made of.
    const said = works.flatMap(({ copyright }) => copyright);
    expect(said.filter((line) => /liable|permission|restriction|<year>|\[yyyy\]/i.test(line))).toEqual([]);
  });
});

test('modules and styles are traced to their packages', () => {
  const modules = ['/site/app/app.tsx', '/site/node_modules/@a/b/c.js?v=1', '\0rolldown/runtime.js'];
  expect(packagesOfModules(modules, '/site')).toEqual(['/site/node_modules/@a/b', '/site/node_modules/rolldown']);
  expect(packagesOfStyles('/*! tailwindcss v4.3.3 | MIT License */ a{}', '/site')).toEqual([
    '/site/node_modules/tailwindcss',
  ]);
});

test.each(locales)(
  'the list in %s has every work, which leads to a text that there is, and nothing of it is taken for markup',
  (locale) => {
    const place = install('marked-up', { license: 'MIT', author: '<b>Ada</b> & Co' }, { LICENSE: 'Terms <script>' });
    const inventory = listWorks([...works, ...collectWorks([place], []).filter(({ name }) => name === 'marked-up')]);
    const html = licencesHtml(locale, inventory);
    expect(html.match(/<li class="work">/g)).toHaveLength(inventory.works.length);
    const led = html.matchAll(/href="(\/legal-texts\/[^"]+)"/g);
    expect(new Set([...led].map(([, address]) => address))).toEqual(new Set(licenceTexts(inventory).keys()));
    expect(html).not.toMatch(/<script|<b>/);
  },
);
