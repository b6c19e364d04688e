import fs from 'node:fs';
import path from 'node:path';
import type { Work } from './works.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8').trim();
const versionOf = (name: string) =>
  (JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;

/** Packages that do not say whose the work is that they bring, or under which licence: what is true of it. */
export const packagedWorks: Readonly<Record<string, Partial<Pick<Work, 'copyright' | 'source' | 'licence'>>>> = {
  node: {
    copyright: ['Copyright Node.js contributors. All rights reserved.'],
    source: 'https://github.com/nodejs/node',
  },
  // Its file LICENSE is that of the MIT; its package.json names none.
  'png-js': { licence: 'MIT' },
};

const typefaces = [
  {
    name: 'Fraunces',
    package: '@fontsource-variable/fraunces',
    text: 'public/fonts/fraunces-license.txt',
    copyright: 'Copyright 2020 The Fraunces Project Authors',
    source: 'https://github.com/undercasetype/Fraunces',
    place: 'browser',
  },
  {
    name: 'Instrument Sans',
    package: '@fontsource-variable/instrument-sans',
    text: 'public/fonts/instrument-sans-license.txt',
    copyright: 'Copyright 2022 The Instrument Sans Project Authors',
    source: 'https://github.com/Instrument/instrument-sans',
    place: 'browser',
  },
  {
    name: 'JetBrains Mono',
    package: '@fontsource/jetbrains-mono',
    text: 'public/fonts/jetbrains-mono-license.txt',
    copyright: 'Copyright 2020 The JetBrains Mono Project Authors',
    source: 'https://github.com/JetBrains/JetBrainsMono',
    place: 'browser',
  },
] as const;

/** Of all paper. It stands in the repository, as no package has this version: those before it are under another licence. */
const liberationSans: Work = {
  name: 'Liberation Sans',
  version: '2.1.5',
  licence: 'OFL-1.1',
  copyright: [
    'Digitized data copyright (c) 2010 Google Corporation with Reserved Font Arimo, Tinos and Cousine.',
    'Copyright (c) 2012 Red Hat, Inc. with Reserved Font Name Liberation.',
  ],
  source: 'https://github.com/liberationfonts/liberation-fonts',
  text: read('server/paper/fonts/liberation-sans-license.txt'),
  kind: 'font',
  places: ['server'],
};

/** What wrote the files in public/film (workshop/film). The encoders are those of the ffmpeg that is installed. */
const filmTools = [
  {
    name: 'FFmpeg',
    licence: 'GPL-2.0-or-later',
    copyright: 'Copyright the FFmpeg developers',
    source: 'https://git.ffmpeg.org/ffmpeg.git',
  },
  {
    name: 'x264',
    licence: 'GPL-2.0-or-later',
    copyright: 'Copyright the x264 project',
    source: 'https://code.videolan.org/videolan/x264',
  },
  {
    name: 'libvpx',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2010 The WebM Project authors',
    source: 'https://chromium.googlesource.com/webm/libvpx',
  },
  {
    name: 'libwebp',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2010 Google Inc.',
    source: 'https://chromium.googlesource.com/webm/libwebp',
  },
  {
    name: 'libaom',
    licence: 'BSD-2-Clause',
    copyright: 'Copyright 2016 Alliance for Open Media',
    source: 'https://aomedia.googlesource.com/aom',
  },
  {
    name: '@napi-rs/canvas',
    licence: 'MIT',
    copyright: 'Copyright (c) 2020 lynweklm@gmail.com',
    source: 'https://github.com/Brooooooklyn/canvas',
  },
  {
    name: 'Chromium',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright The Chromium Authors',
    source: 'https://chromium.googlesource.com/chromium/src',
  },
  {
    name: 'Playwright',
    licence: 'Apache-2.0',
    copyright: 'Copyright Microsoft Corporation',
    source: 'https://github.com/microsoft/playwright',
  },
] as const;

/** Works that no package list names: those inside a package, typefaces, and what the film was made with. */
export function readOtherWorks(): Work[] {
  return [
    {
      name: 'PostgreSQL',
      licence: 'PostgreSQL',
      copyright: [
        'Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group',
        'Portions Copyright (c) 1994, The Regents of the University of California',
      ],
      source: 'https://git.postgresql.org/gitweb/?p=postgresql.git',
      text: read('scripts/build/licences/texts/postgresql.txt'),
      kind: 'software',
      places: ['server'],
    },
    ...typefaces.map(
      ({ name, package: from, text, copyright, source, place }): Work => ({
        name,
        version: versionOf(from),
        licence: 'OFL-1.1',
        copyright: [copyright],
        source,
        text: read(text),
        kind: 'font',
        places: [place],
      }),
    ),
    liberationSans,
    ...filmTools.map(
      ({ name, licence, copyright, source }): Work => ({
        name,
        licence,
        copyright: [copyright],
        source,
        kind: 'tool',
        places: ['film'],
      }),
    ),
  ];
}
