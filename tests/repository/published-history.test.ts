import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from './repository-files.ts';

/** Texts that people have read and been asked to accept: legal documents and consent options. */
const published = /^content\/(?:legal\/[^/]+|consent)\/\d{4}-\d{2}-\d{2}[^/]*\//;

/** Names the company whose archive it is. `legal found` alone writes it, while nobody has accepted anything. */
const foundation = 'content/legal/founded.json';

/** What happened to a file: added, modified, deleted and so on, with its address in the commit's subject. */
interface Change {
  subject: string;
  status: string;
  file: string;
}

/** The changes that `git log --name-status --format=#%s` lists. */
function changesIn(log: string): Change[] {
  let subject = '';
  return log.split('\n').flatMap((line) => {
    if (line.startsWith('#')) subject = line.slice(1);
    const [status, file] = line.split('\t');
    return status && file ? [{ subject, status, file }] : [];
  });
}

/** Changes of published texts other than their publication. */
function rewritesAmong(changes: readonly Change[]): string[] {
  return changes
    .filter(({ status, file }) => status !== 'A' && published.test(file))
    .map(({ subject, status, file }) => `${status} ${file} (${subject})`);
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** The commit that founded the archive, from which on nothing in it changes; none while it is being founded. */
function findFoundation(): string | undefined {
  if (git('status', '--porcelain', '--', foundation)) return undefined;
  return git('log', '-1', '--format=%H', '--', foundation).trim();
}

const founded = findFoundation();

describe('what was published', () => {
  it.skipIf(!founded)('stands in the history as it was first committed, since the archive was founded', () => {
    const log = (...range: string[]) =>
      changesIn(git('log', '--name-status', '--no-renames', '--format=#%s', ...range, '--', 'content'));
    const texts = git('ls-tree', '-r', '--name-only', founded!, '--', 'content').split('\n');
    expect(texts.filter((file) => published.test(file)).length).toBeGreaterThan(40);
    expect(rewritesAmong(log(`${founded}..HEAD`))).toEqual([]);
  });

  it.skipIf(!founded)('stands in this folder as it was committed', () => {
    expect(rewritesAmong(changesIn(git('diff', '--name-status', '--no-renames', 'HEAD', '--', 'content')))).toEqual([]);
  });

  it('is told from drafts and lists, which change', () => {
    const log = [
      '#Mend a word',
      'M\tcontent/legal/terms/2025-08-01/en.md',
      'M\tcontent/legal/terms/draft/en.md',
      'D\tcontent/consent/2026-11-22-2/de.json',
      'A\tcontent/legal/terms/2026-12-24/en.md',
      'M\tcontent/legal/versions.json',
    ].join('\n');
    expect(rewritesAmong(changesIn(log))).toEqual([
      'M content/legal/terms/2025-08-01/en.md (Mend a word)',
      'D content/consent/2026-11-22-2/de.json (Mend a word)',
    ]);
  });
});
