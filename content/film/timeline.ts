/** The film: when each chapter and each subtitle begins and ends. Pages, captions and pictures follow. */
export const framesPerSecond = 30;

interface Subtitle {
  /** From the beginning of the chapter. */
  fromMs: number;
  toMs: number;
}

interface FilmChapter {
  id: string;
  durationMs: number;
  /** The texts are the messages `film.<chapter>.1`, `film.<chapter>.2` and so on. */
  subtitles: readonly Subtitle[];
}

export const filmChapters = [
  { id: 'opening', durationMs: 2_000, subtitles: [] },
  {
    id: 'cursor',
    durationMs: 9_000,
    subtitles: [
      { fromMs: 100, toMs: 2_100 },
      { fromMs: 2_300, toMs: 5_200 },
      { fromMs: 5_900, toMs: 8_800 },
    ],
  },
  {
    id: 'modes',
    durationMs: 7_000,
    subtitles: [
      { fromMs: 300, toMs: 3_200 },
      { fromMs: 3_400, toMs: 6_700 },
    ],
  },
  { id: 'tone', durationMs: 7_000, subtitles: [{ fromMs: 400, toMs: 4_400 }] },
  { id: 'vocabulary', durationMs: 6_000, subtitles: [{ fromMs: 400, toMs: 4_400 }] },
  { id: 'bullets', durationMs: 6_000, subtitles: [{ fromMs: 400, toMs: 4_400 }] },
  { id: 'prices', durationMs: 4_000, subtitles: [{ fromMs: 300, toMs: 3_800 }] },
  { id: 'ending', durationMs: 4_000, subtitles: [{ fromMs: 300, toMs: 3_800 }] },
] as const satisfies readonly FilmChapter[];

export type FilmChapterId = (typeof filmChapters)[number]['id'];

/** When each chapter begins, in milliseconds from the beginning of the film. */
export const chapterStartsMs: Readonly<Record<FilmChapterId, number>> = startsOf(filmChapters);

export const filmDurationMs = filmChapters.reduce((sum, { durationMs }) => sum + durationMs, 0);

function startsOf(chapters: readonly FilmChapter[]): Record<FilmChapterId, number> {
  let startMs = 0;
  const starts: Record<string, number> = {};
  for (const { id, durationMs } of chapters) {
    starts[id] = startMs;
    startMs += durationMs;
  }
  return starts as Record<FilmChapterId, number>;
}
