import { filmDurationMs, poster } from '../../content/film/timeline.ts';
import { formatLength } from '../../shared/format.ts';
import { Opening, settledAt } from './opening.tsx';

const radius = 54;

/**
 * The end of the opening, with the words of a language. The film's own trail is left out: under the player's controls
 * it would look like a second, broken progress bar. A mark and the length say that it is a film. They are at the upper
 * left like an inscription, because Firefox, Safari and Chromium on phones put a button of their own in the middle.
 */
export function Poster({ text }: { text: string }) {
  return (
    <div className="film-picture film-poster">
      <Opening time={Math.max(poster.momentMs / 1000, settledAt(text))} text={text} />
      <div className="film-poster-mark">
        <svg aria-hidden="true" width={radius * 2} height={radius * 2} viewBox="-54 -54 108 108">
          <circle r={radius - 3} />
          <path d="M-15-24 27 0-15 24Z" />
        </svg>
        {formatLength(filmDurationMs)}
      </div>
    </div>
  );
}
