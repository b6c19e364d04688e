import { expect, it } from 'vitest';
import { kindOf } from './address-kinds.ts';
import { apiPaths, routePatterns } from './api-paths.ts';
import { updateFeedPaths } from './open-paths.ts';
import { paths } from './paths.ts';

it('knows what every address of ours is for', () => {
  for (const path of Object.values(apiPaths)) expect(kindOf(path), path).toBe('api');
  for (const path of Object.values(paths)) expect(kindOf(path), path).toBe('page');
  expect(kindOf(routePatterns.downloadFile)).toBe('transfer');
  expect(kindOf(routePatterns.updateFile)).toBe('feed');
  expect(kindOf(updateFeedPaths.sparkle)).toBe('feed');
});

it.each([
  ['/', 'page'],
  ['/api', 'api'],
  ['/apis/x', 'page'],
  ['/assets/entry.js', 'hashed-file'],
  ['/legal-texts/de/a1b2c3d4.html', 'file'],
  ['/constructor', 'page'],
])('%s is of the kind %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
