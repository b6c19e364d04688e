import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { productContents } from '../../tests/factories/database.ts';
import { listMigrations } from './migrations.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-migrations-'));
  folders.push(folder);
  for (const name of names) writeFileSync(path.join(folder, name), '');
  return folder;
}

const known = productContents.migrationFolders;
const count = listMigrations(known).size;
const numbered = (number: number) => `${String(number).padStart(4, '0')}-more.ts`;

it('finds migrations in all folders, in the order of their numbers', () => {
  const added = folderWith(numbered(count + 2), numbered(count + 1));
  expect([...listMigrations([...known, added]).keys()].slice(-2)).toEqual([
    path.basename(numbered(count + 1), '.ts'),
    path.basename(numbered(count + 2), '.ts'),
  ]);
});

it.each([
  ['a number that is given twice', numbered(count)],
  ['a gap', numbered(count + 2)],
  ['a file without a number', 'more.ts'],
])('refuses %s', (_, name) => {
  expect(() => listMigrations([...known, folderWith(name)])).toThrow(/no gap and no double/);
});
