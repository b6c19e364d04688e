/** The cuts of the film: how large each picture is, and what stands where on it. */

interface Cut {
  /** The picture, in its own pixels. */
  width: number;
  height: number;
  /** The narrowest place in which it is played, in CSS pixels: there its smallest text is `smallestText` high. */
  readAt: number;
  /** The chapters stand between these two heights. Subtitles are above, the film's own trail is below. */
  from: number;
  to: number;
  /** The height of the trail. */
  trail: number;
  /** The picture that stands in the player before the film is played. */
  poster: { width: number; height: number };
}

/** For wide places, and for phones held upright. */
export const cuts = {
  wide: {
    width: 1920,
    height: 1080,
    readAt: 720,
    from: 96,
    to: 972,
    trail: 1036,
    poster: { width: 1280, height: 720 },
  },
  tall: {
    width: 1080,
    height: 1350,
    readAt: 350,
    from: 196,
    to: 1250,
    trail: 1306,
    poster: { width: 704, height: 880 },
  },
} as const satisfies Record<string, Cut>;

export type CutName = keyof typeof cuts;

export const cutNames = Object.keys(cuts) as [CutName, ...CutName[]];

/** CSS pixels. */
export const smallestText = 15;

/** Where subtitles begin, a share of the picture's height. */
export const subtitlesFrom = 0.02;

/** The share of a poster's height that stays empty at the bottom, where browsers put the player's controls. */
export const emptyBelow = 0.15;
