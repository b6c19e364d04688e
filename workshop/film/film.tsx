import { AppWindow } from '../../app/scenes/app-window.tsx';
import { chapterStartsMs, type FilmChapterId, filmChapters, filmDurationMs } from '../../content/film/timeline.ts';
import { Desktop } from './desktop-chapters.tsx';
import { Ending } from './ending.tsx';
import { Modes } from './modes-chapter.tsx';
import { easedSpan, present, span } from './motion.ts';
import { Opening } from './opening.tsx';
import { outputChapters } from './output-chapters.tsx';
import { ProgressTrail } from './progress-trail.tsx';
import type { WindowChapter } from './window-chapter.ts';
import { wordingChapters } from './wording-chapters.tsx';

const windowChapters: Partial<Record<FilmChapterId, WindowChapter>> = { ...outputChapters, ...wordingChapters };

const startOf = (id: FilmChapterId) => chapterStartsMs[id] / 1000;
const durationOf = (id: FilmChapterId) => filmChapters.find((chapter) => chapter.id === id)!.durationMs / 1000;
const windowFrom = startOf('dictation');
const windowTo = startOf('overlay');

/** The film's picture at a moment. Nothing in it depends on the clock, so the same moment gives the same picture. */
export function Film({ timeMs }: { timeMs: number }) {
  const time = timeMs / 1000;
  const { id, durationMs } = filmChapters.findLast((chapter) => timeMs >= chapterStartsMs[chapter.id])!;
  const chapterTime = time - startOf(id);
  const duration = durationMs / 1000;
  return (
    <div className="film-picture">
      {id === 'opening' && (
        <div style={{ opacity: 1 - span(chapterTime, duration - 0.3, duration) }}>
          <Opening time={chapterTime} />
        </div>
      )}
      {id in windowChapters && <AppChapter id={id} time={time} />}
      {(id === 'overlay' || id === 'commands') && (
        <div style={{ opacity: present(time, windowTo, startOf('modes')) }}>
          <Desktop time={time - windowTo} stopChapter={durationOf('overlay')} />
        </div>
      )}
      {id === 'modes' && (
        <div style={{ opacity: present(chapterTime, 0, duration) }}>
          <Modes time={chapterTime} />
        </div>
      )}
      {id === 'ending' && <Ending time={chapterTime} />}
      <div style={{ opacity: easedSpan(time, 0.2, 0.8) }}>
        <ProgressTrail time={time} share={timeMs / filmDurationMs} />
      </div>
    </div>
  );
}

/** A chapter inside the app's window, which stays from one chapter to the next, as does the choice of output. */
function AppChapter({ id, time }: { id: FilmChapterId; time: number }) {
  const { Top, Content, Hand } = windowChapters[id]!;
  const chapterTime = time - startOf(id);
  const shown = present(time, windowFrom, windowTo, 0.5);
  const [topFrom, topTo] =
    id in outputChapters ? [windowFrom, startOf('tone')] : [startOf(id), startOf(id) + durationOf(id)];
  return (
    <div className="film-window" style={{ opacity: shown, transform: `translateY(${(1 - shown) * 40}px)` }}>
      <AppWindow>
        {Top && (
          <div className="film-top-row" style={{ opacity: present(time, topFrom, topTo, 0.28) }}>
            <Top time={chapterTime} />
          </div>
        )}
        <div className="film-content" style={{ opacity: present(chapterTime, 0, durationOf(id), 0.28) }}>
          <Content time={chapterTime} />
        </div>
      </AppWindow>
      {Hand && <Hand time={chapterTime} />}
    </div>
  );
}
