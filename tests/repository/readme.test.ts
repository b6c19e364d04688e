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

/** As GitHub names the headings of a document in links; of two alike, the second one ends with -1. */
function headingsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = '']) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const name = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times ? `${name}-${times}` : name;
  });
}

it('every link to a heading of a document finds it', () => {
  const links = repositoryFiles
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readText(file).matchAll(/\]\((?!https?:|mailto:|\/)([^)#\s]*)#([^)\s]+)\)/g)].map(([, to, heading = '']) => {
        const document = to ? path.join(path.dirname(file), to) : file;
        return { link: `${file}: ${to}#${heading}`, document, heading };
      }),
    );
  expect(links.length).toBeGreaterThan(20);
  const lost = links.filter(
    ({ document, heading }) =>
      !repositoryFiles.includes(document) || !headingsOf(readText(document)).includes(decodeURIComponent(heading)),
  );
  expect(lost.map(({ link }) => link)).toEqual([]);
});

it('every command is a file that exists', () => {
  const files = Object.values(scripts).flatMap((script) => script.split(' ').filter((word) => word.includes('/')));
  expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
});
