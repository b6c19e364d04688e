import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepLinkSecret } from './link-secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'link-secret-')), 'data');
});
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true }));

it('is made once, kept, and readable by its owner only', () => {
  const secret = keepLinkSecret(dataDir);
  expect(secret.length).toBe(32);
  expect(keepLinkSecret(dataDir)).toEqual(secret);
  expect(readdirSync(dataDir)).toEqual(['link-secret']);
  expect(statSync(path.join(dataDir, 'link-secret')).mode & 0o777).toBe(0o600);
});

it('differs from folder to folder', () => {
  expect(keepLinkSecret(dataDir)).not.toEqual(keepLinkSecret(path.join(dataDir, 'other')));
});

it('is never replaced when damaged, because that would break every link handed out', () => {
  keepLinkSecret(dataDir);
  writeFileSync(path.join(dataDir, 'link-secret'), 'abc');
  expect(() => keepLinkSecret(dataDir)).toThrow(/link-secret is damaged/);
});
