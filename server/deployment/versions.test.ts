import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { layoutIn } from './layout.ts';
import { alone } from './versions.ts';

const layout = layoutIn(mkdtempSync(path.join(os.tmpdir(), 'writing-ant-versions-')));
mkdirSync(layout.versions, { recursive: true });
afterAll(() => rmSync(layout.root, { recursive: true, force: true }));

it.each([
  ['another deploy that is under way keeps out', ['server/deployment/main.ts'], false],
  // The one that left it was killed, and the machine has started anew since.
  ['a number that is somebody else’s by now keeps nobody out', [], true],
] as const)('%s', async (_, args, isAllowed) => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', ...args], { stdio: 'ignore' });
  const ended = new Promise((resolve) => other.once('close', resolve));
  writeFileSync(path.join(layout.versions, `.deploying.${other.pid}`), '');
  const work = alone(layout, async () => 'done');
  if (isAllowed) expect(await work).toBe('done');
  else await expect(work).rejects.toThrow(`Another command of writing-ant is under way (process ${other.pid})`);
  expect(readdirSync(layout.versions)).toEqual(isAllowed ? [] : [`.deploying.${other.pid}`]);
  other.kill();
  await ended;
});

it('leaves the lock that another one takes while one that was left behind is removed', async () => {
  writeFileSync(path.join(layout.versions, '.deploying.1000'), '');
  vi.spyOn(process, 'kill').mockImplementation(() => {
    writeFileSync(path.join(layout.versions, '.deploying.2000'), '');
    throw new Error('There is no such process.');
  });
  await alone(layout, async () => {}).catch(() => {});
  expect(readdirSync(layout.versions)).toEqual(['.deploying.2000']);
});
