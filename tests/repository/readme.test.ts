import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles, root } from './repository-files.ts';

const scripts = (JSON.parse(readText('package.json')) as { scripts: Record<string, string> }).scripts;
const documents = repositoryFiles.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file));

/** Commands of npm itself, which are not in package.json. */
const ownCommandsOfNpm = new Set(['ci', 'install', 'run']);

describe.each(documents)('%s', (document) => {
  const text = readText(document);

  it('names only commands that exist', () => {
    const named = [...text.matchAll(/(?:`|^ {4})npm (?:run )?([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts) && !ownCommandsOfNpm.has(name))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    const missing = links.filter((link) => !fs.existsSync(path.resolve(root, path.dirname(document), link)));
    expect(missing).toEqual([]);
  });
});

it('every command is a file that exists', () => {
  const files = Object.values(scripts).flatMap((script) => script.split(' ').filter((word) => word.includes('/')));
  expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
});
