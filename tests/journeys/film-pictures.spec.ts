import { expect, test } from '@playwright/test';
import { cutNames, cuts, smallestText } from '../../content/film/cuts.ts';
import { chapterStartsMs, filmDurationMs } from '../../content/film/timeline.ts';
import { locales } from '../../shared/locales.ts';
import { openFilm } from '../../workshop/film/film-browser.ts';
import { posterTexts } from '../../workshop/film/poster-text.ts';

const everyMs = 1_000;
const moments = Array.from({ length: filmDurationMs / everyMs }, (_, index) => index * everyMs);

for (const name of cutNames)
  test(`the ${name} cut can be read at its narrowest place, and stands between subtitles and trail`, async () => {
    const { width, readAt, from, to } = cuts[name];
    await using film = await openFilm(name);
    for (const moment of moments) {
      await film.show(moment);
      const seen = await film.measure();
      expect((seen.smallestText * readAt) / width, `${moment} ms`).toBeGreaterThanOrEqual(smallestText);
      expect(seen.from, `${moment} ms`).toBeGreaterThanOrEqual(from);
      expect(seen.to, `${moment} ms`).toBeLessThanOrEqual(to);
      expect(seen.outside, `${moment} ms`).toEqual([]);
    }
    await film.show(chapterStartsMs.cursor);
    expect((await film.measure()).showsApp).toBe(true);
    for (const locale of locales) {
      await film.poster(posterTexts(locale), 'webp');
      const poster = await film.measure();
      expect((poster.smallestText * readAt) / width, locale).toBeGreaterThanOrEqual(smallestText);
      expect(poster.outside, locale).toEqual([]);
    }
  });
