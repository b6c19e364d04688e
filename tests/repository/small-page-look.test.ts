import { expect, it } from 'vitest';
import { readText } from './repository-files.ts';

const frame = readText('server/http/small-page-frame.ts');

/** They work where the site's own style sheet cannot be had, and so repeat a little of it. */
it("the server's own pages have the colours of the site", () => {
  const theme = readText('app/styles/theme.css').toLowerCase();
  const colours = new Set(frame.match(/#[0-9a-f]{6}\b/g));
  expect(colours.size).toBeGreaterThan(5);
  expect([...colours].filter((colour) => !theme.includes(colour))).toEqual([]);
});
