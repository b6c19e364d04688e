import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filmAddress } from '../../app/scenes/film-address.ts';
import { type CutName, cutNames, cuts, subtitlesFrom } from '../../content/film/cuts.ts';
import { chapterStartsMs, filmChapters, filmDurationMs, framesPerSecond } from '../../content/film/timeline.ts';
import { locales } from '../../shared/locales.ts';
import { filmDirectory, filmFile } from './film-files.ts';
import { readMp4, readWebm } from './film-header.ts';
import { filmInscription } from './film-inscription.ts';
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

/**
 * The lowest line of a subtitle, a share of the picture's height. Browsers set subtitles in 5 % of the height (W3C WebVTT 1,
 * section 7.4), Chromium in less where the picture is taller than wide; a letter is half as wide as high, a line 1.25 times.
 */
function subtitleEnds(text: string, { width, height }: { width: number; height: number }): number {
  const size = 0.05;
  const lettersInLine = Math.floor(width / (size * height * 0.5));
  let lines = 1;
  let used = 0;
  for (const { length } of text.split(' ')) {
    if (used + length > lettersInLine) {
      lines++;
      used = 0;
    }
    used += length + 1;
  }
  return subtitlesFrom + lines * size * 1.25;
}

test.each(cutNames)('in the %s cut no subtitle stands on a picture or on the trail', (name) => {
  const { height, from, to, trail, ...cut } = cuts[name];
  expect(from).toBeLessThan(to);
  // The ant stands on its trail.
  expect(to).toBeLessThan(trail - 50);
  expect(trail).toBeLessThan(height - 20);
  for (const locale of locales) {
    expect(subtitleFiles()[`captions.${locale}.vtt`]!.match(/-->.*/g)).toEqual(
      captionCues(locale).map(() => expect.stringMatching(new RegExp(` line:${subtitlesFrom * 100}%$`))),
    );
    for (const { text } of captionCues(locale))
      expect(subtitleEnds(text, { height, ...cut }) * height, text).toBeLessThanOrEqual(from);
  }
});

test('the app is there after two seconds, and the film ends after 45', () => {
  expect(chapterStartsMs.cursor).toBeLessThanOrEqual(2_000);
  expect(filmChapters).toHaveLength(8);
  expect(filmDurationMs).toBeLessThanOrEqual(45_000);
});

const files = cutNames.flatMap((cut) =>
  (
    [
      ['mp4', readMp4],
      ['webm', readWebm],
    ] as const
  ).map(([format, read]) => [path.basename(filmAddress(cut, format)), cuts[cut], read] as const),
);

test.each(files)('%s is the film of the timeline, with its present words and numbers', (name, cut, read) => {
  const file = fs.readFileSync(filmFile(name));
  const { durationMs, width, height } = read(file);
  expect({ width, height }).toEqual({ width: cut.width, height: cut.height });
  expect(Math.abs(durationMs - filmDurationMs)).toBeLessThanOrEqual(1000 / framesPerSecond);
  // When a price, a country or a sentence changed: node workshop/film/render-film.ts
  expect(file.includes(filmInscription)).toBe(true);
});

test('the film stays light: each file below 3 MB, and a phone gets less than a wide screen', () => {
  for (const [name] of files) expect(fs.statSync(filmFile(name)).size, name).toBeLessThan(3_000_000);
  const sizeOf = (cut: CutName, format: 'mp4' | 'webm') =>
    fs.statSync(filmFile(path.basename(filmAddress(cut, format)))).size;
  for (const format of ['mp4', 'webm'] as const) expect(sizeOf('tall', format)).toBeLessThan(sizeOf('wide', format));
});
