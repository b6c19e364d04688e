import { expect, it } from 'vitest';
import type { Download } from '../../../shared/api/downloads.ts';
import { findUnfinished } from './use-earlier-download.ts';

const download = (id: string, isComplete: boolean, platform: Download['platform'] = 'windows'): Download => ({
  id,
  platform,
  isComplete,
  version: '1.0.0',
  url: 'https://writing-ant.example/downloads/1',
  fileName: 'writing-ant.exe',
  sizeBytes: 1,
  sha256: '',
  status: 'available',
  startedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
});

it.each<[string, Download[], string | undefined]>([
  ['none', [], undefined],
  ['the newest', [download('new', false), download('old', false)], 'new'],
  ['none, when the only one is complete', [download('new', true)], undefined],
  ['none, when it was started again and completed', [download('new', true), download('old', false)], undefined],
  ['one for another platform', [download('new', true, 'macos'), download('old', false)], 'old'],
  ['a new one after a complete one', [download('new', false), download('old', true)], 'new'],
])('there is to go on with: %s', (_, downloads, id) => {
  expect(findUnfinished(downloads)?.id).toBe(id);
});
