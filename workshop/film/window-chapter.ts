import type { ComponentType } from 'react';
import { film } from '../../content/film/timeline.ts';

export interface ChapterProps {
  /** Seconds of the chapter. */
  time: number;
}

/** A chapter that plays inside the app's window. */
export interface WindowChapter {
  /** The first row of the window. */
  Top?: ComponentType<ChapterProps>;
  Content: ComponentType<ChapterProps>;
  /** The pointer that operates it. */
  Hand?: ComponentType<ChapterProps>;
}

/** Where the pointer comes from: beside the picture. */
export const entry = [film.width + 60, 700] as const;

/** The drawn choice at a position, counted from one. */
export const option = (place: number) => `.scene-choice > .scene-option:nth-child(${place})`;
