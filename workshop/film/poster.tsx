import type { CutName } from '../../content/film/cuts.ts';
import { AtTheCursor, cursorSettled } from './cursor-chapter.tsx';
import { CutContext } from './cut.ts';
import type { PosterTexts } from './poster-text.ts';

interface Props {
  cut: CutName;
  texts: PosterTexts;
}

/**
 * The text at the cursor, in the words of a language. The film's own trail is left out: under the player's controls it
 * would look like a second, broken progress bar. A mark in the middle says that it is a film; it is larger than the button
 * that Firefox, Safari and Chromium on phones put there, which then stands inside it.
 */
export function Poster({ cut, texts: { length, silent, ...words } }: Props) {
  return (
    <CutContext value={cut}>
      <div className={`film-picture film-poster film-${cut}`}>
        <div>
          <AtTheCursor time={cursorSettled} words={words} />
        </div>
        <div className="film-poster-mark">
          <svg aria-hidden="true" viewBox="-54 -54 108 108">
            <circle r="54" />
            <path d="M-14-24 28 0-14 24Z" />
          </svg>
          <p>{length}</p>
          <p>{silent}</p>
        </div>
      </div>
    </CutContext>
  );
}
