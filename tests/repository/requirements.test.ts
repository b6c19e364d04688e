import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root } from './repository-files.ts';

/**
 * docs/requirements.md says for each clause of the specification where it is built and which test shows it. It stays
 * honest: what it names exists, and what it leaves open says why.
 */
const document = 'docs/requirements.md';

/** The sections of the specification. */
const sections = 9;

/** A cell without a file must start like this and give a reason. */
const openCell = /^(Not built yet|Not tested|Outside this site): \S.{9,}/;

interface Clause {
  line: number;
  clause: string;
  where: string;
  test: string;
}

/** Rows of all `| clause | where | test |` tables. */
function readClauses(): Clause[] {
  return readText(document)
    .split('\n')
    .flatMap((text, index) => {
      if (!text.startsWith('|') || /^\|\s*(clause|-+)\s*\|/.test(text)) return [];
      // A bar inside a cell is written `\|`.
      const cells = text
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim());
      const [clause = '', where = '', test = ''] = cells;
      expect(cells, `line ${index + 1} has three cells`).toHaveLength(3);
      return [{ line: index + 1, clause, where, test }];
    });
}

/** Files named in a cell: everything in backticks. */
function namedFiles(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
}

const clauses = readClauses();
const describeClause = ({ line, clause }: Clause) => `${document}:${line} ${clause}`;

describe(document, () => {
  it('goes through every section of the specification', () => {
    const headings = [...readText(document).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(headings).toEqual(Array.from({ length: sections }, (_, index) => index + 1));
    expect(clauses.length).toBeGreaterThan(0);
  });

  it('names only files that exist', () => {
    const missing = clauses.flatMap((clause) =>
      [...namedFiles(clause.where), ...namedFiles(clause.test)]
        .filter((file) => !fs.existsSync(path.join(root, file)))
        .map((file) => `${describeClause(clause)}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('says of every clause where it is built, or why it is not', () => {
    const silent = clauses.filter(({ where }) => namedFiles(where).length === 0 && !openCell.test(where));
    expect(silent.map(describeClause)).toEqual([]);
  });

  it('has for every clause a test, or a reason why there is none', () => {
    const silent = clauses.filter(({ test }) => {
      const tests = namedFiles(test).filter((file) => /\.(test|spec)\.tsx?$/.test(file));
      return tests.length === 0 && !openCell.test(test);
    });
    expect(silent.map(describeClause)).toEqual([]);
  });

  it('does not call something built that is only promised', () => {
    const contradictory = clauses.filter(
      ({ where, test }) => /^Not built yet/.test(where) && namedFiles(test).length > 0,
    );
    expect(contradictory.map(describeClause)).toEqual([]);
  });

  it('states each clause once', () => {
    const seen = clauses.map(({ clause }) => clause);
    expect(seen.filter((clause, index) => seen.indexOf(clause) !== index)).toEqual([]);
  });
});
