/** The film: its picture, and when each chapter and each subtitle begins and ends. Pages, captions and pictures follow. */
export const film = {
  width: 1920,
  height: 1080,
  framesPerSecond: 30,
} as const;

/** The picture that stands in the player before the film is played, one in each language. */
export const poster = {
  width: 1280,
  height: 720,
  /** The moment of the film that it shows; a little later where a language's words take longer to appear. */
  momentMs: 5_700,
  /** The share of its height that stays empty at the bottom, where browsers put the player's controls. */
  emptyBelow: 0.15,
} as const;

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
  {
    id: 'opening',
    durationMs: 7_000,
    subtitles: [
      { fromMs: 700, toMs: 3_500 },
      { fromMs: 3_700, toMs: 6_800 },
    ],
  },
  {
    id: 'dictation',
    durationMs: 14_000,
    subtitles: [
      { fromMs: 500, toMs: 3_600 },
      { fromMs: 3_800, toMs: 7_400 },
      { fromMs: 7_600, toMs: 11_000 },
      { fromMs: 11_200, toMs: 13_800 },
    ],
  },
  {
    id: 'bullets',
    durationMs: 8_000,
    subtitles: [
      { fromMs: 400, toMs: 3_700 },
      { fromMs: 3_900, toMs: 7_700 },
    ],
  },
  {
    id: 'draft',
    durationMs: 8_500,
    subtitles: [
      { fromMs: 300, toMs: 3_900 },
      { fromMs: 4_100, toMs: 8_200 },
    ],
  },
  {
    id: 'tone',
    durationMs: 7_500,
    subtitles: [
      { fromMs: 300, toMs: 4_200 },
      { fromMs: 4_400, toMs: 7_200 },
    ],
  },
  {
    id: 'vocabulary',
    durationMs: 6_500,
    subtitles: [
      { fromMs: 300, toMs: 3_200 },
      { fromMs: 3_400, toMs: 6_300 },
    ],
  },
  {
    id: 'keywords',
    durationMs: 7_000,
    subtitles: [
      { fromMs: 300, toMs: 3_200 },
      { fromMs: 3_300, toMs: 6_800 },
    ],
  },
  {
    id: 'overlay',
    durationMs: 7_000,
    subtitles: [
      { fromMs: 200, toMs: 2_700 },
      { fromMs: 2_800, toMs: 6_900 },
    ],
  },
  {
    id: 'commands',
    durationMs: 6_500,
    subtitles: [
      { fromMs: 200, toMs: 2_200 },
      { fromMs: 2_400, toMs: 6_200 },
    ],
  },
  {
    id: 'modes',
    durationMs: 10_000,
    subtitles: [
      { fromMs: 300, toMs: 4_200 },
      { fromMs: 4_300, toMs: 7_200 },
      { fromMs: 7_300, toMs: 9_800 },
    ],
  },
  { id: 'ending', durationMs: 5_000, subtitles: [{ fromMs: 500, toMs: 4_700 }] },
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
