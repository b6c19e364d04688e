import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLegalFolder, type LegalFolder } from '../../../tests/factories/legal-folder.ts';
import { legalPublish } from './legal-publish.ts';

let legal: LegalFolder;
beforeEach(() => {
  legal = createLegalFolder();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  legal.remove();
});

/** What publishing a document for a day says at a moment. */
async function publishAt(moment: string, effective: string, document = 'terms'): Promise<string> {
  vi.setSystemTime(moment);
  try {
    return (await legalPublish.write([document, '--effective', effective, '--folder', legal.folder]))[0] ?? '';
  } catch (error) {
    return (error as Error).message;
  }
}

// In this process, where a shifted constant is seen.
it('a text that people have accepted changes with thirty days of notice, to the second', async () => {
  expect(await publishAt('2027-03-02T00:00:01Z', '2027-04-01')).toMatch(
    /promised 30 days of notice; until 2027-04-01 there are 29\. The first possible day is 2027-04-02/,
  );
  expect(legal.versions().terms).not.toContain('2027-04-01');
  expect(await publishAt('2027-03-02T00:00:00Z', '2027-04-01')).toMatch(/^Published terms 2027-04-01/);
  expect(await publishAt('2027-03-02T00:00:00Z', '2027-04-02')).toMatch(/^Published terms 2027-04-02/);
});

it('other texts change when they are published', async () => {
  expect(await publishAt('2027-03-02T00:00:00Z', '2027-03-03', 'accessibility')).toMatch(/^Published accessibility/);
});
