import fs from 'node:fs';
import { expect, test } from 'vitest';
import { film, filmChapters, filmDurationMs } from '../../content/film/timeline.ts';
import { locales } from '../../shared/locales.ts';
import { filmDirectory, filmFile } from './film-files.ts';
import { readMp4, readWebm } from './film-header.ts';
import { captionCues, chapterCues, subtitleFiles } from './subtitles.ts';

test('the committed subtitles and chapters are those of the timeline and the messages', () => {
  const written = subtitleFiles();
  const committed = fs.readdirSync(filmDirectory).filter((name) => name.endsWith('.vtt'));
  expect(committed.sort()).toEqual(Object.keys(written).sort());
  for (const [name, text] of Object.entries(written)) expect(fs.readFileSync(filmFile(name), 'utf8'), name).toBe(text);
});

test('a chapter holds its own subtitles', () => {
  for (const { id, durationMs, subtitles } of filmChapters)
    for (const { toMs } of subtitles) expect(toMs, id).toBeLessThanOrEqual(durationMs);
});

test.each(locales)('the subtitles in %s follow each other and can be read in their time', (locale) => {
  const cues = captionCues(locale);
  let before = 0;
  for (const { fromMs, toMs, text } of cues) {
    expect(fromMs, text).toBeGreaterThanOrEqual(before);
    const seconds = (toMs - fromMs) / 1000;
    expect(seconds, text).toBeGreaterThanOrEqual(1.8);
    expect(text.length / seconds, text).toBeLessThanOrEqual(20);
    before = toMs;
  }
  expect(before).toBeLessThanOrEqual(filmDurationMs);
});

test.each(locales)('the chapters in %s cover the whole film without a gap', (locale) => {
  const cues = chapterCues(locale);
  expect(cues[0]!.fromMs).toBe(0);
  expect(cues.at(-1)!.toMs).toBe(filmDurationMs);
  for (const [index, { fromMs }] of cues.slice(1).entries()) expect(fromMs).toBe(cues[index]!.toMs);
});

test.each([
  ['writing-ant-demo.mp4', readMp4],
  ['writing-ant-demo.webm', readWebm],
])('%s is the film of the timeline: between 60 and 90 seconds of 1080p', (name, read) => {
  const { durationMs, width, height } = read(fs.readFileSync(filmFile(name)));
  expect({ width, height }).toEqual({ width: film.width, height: film.height });
  expect(Math.abs(durationMs - filmDurationMs)).toBeLessThanOrEqual(1000 / film.framesPerSecond);
  expect(durationMs).toBeGreaterThanOrEqual(60_000);
  expect(durationMs).toBeLessThanOrEqual(90_000);
});

test('the film stays light: both formats below 8 MB', () => {
  const size = (name: string) => fs.statSync(filmFile(name)).size;
  expect(size('writing-ant-demo.mp4') + size('writing-ant-demo.webm')).toBeLessThan(8_000_000);
});
