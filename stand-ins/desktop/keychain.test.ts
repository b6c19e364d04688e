import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Keychain } from './keychain.ts';

it('two commands side by side keep what the other has kept', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keychain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [one, other] = [new Keychain(folder), new Keychain(folder)];
  expect(other.kept.installationId).toBe(one.kept.installationId);
  one.save({ latestMs: 5 });
  other.write({ access: 'access', refresh: 'refresh' });
  expect(one.kept).toMatchObject({ latestMs: 5, tokens: { refresh: 'refresh' } });
  one.write(undefined);
  expect([other.read(), other.kept.latestMs]).toEqual([undefined, 5]);
});
