import { AppWindow } from '../../app/scenes/app-window.tsx';
import type { CutName } from '../../content/film/cuts.ts';
import { chapterStartsMs, type FilmChapterId, filmChapters, filmDurationMs } from '../../content/film/timeline.ts';
import { AtTheCursor } from './cursor-chapter.tsx';
import { CutContext } from './cut.ts';
import { Ending } from './ending.tsx';
import { Modes } from './modes-chapter.tsx';
import { easedSpan, present, span, stepped } from './motion.ts';
import { Opening } from './opening.tsx';
import { Prices } from './prices-chapter.tsx';
import { ProgressTrail } from './progress-trail.tsx';
import { type WindowChapter, windowChapters } from './window-chapters.tsx';

const startOf = (id: FilmChapterId) => chapterStartsMs[id] / 1000;
const durationOf = (id: FilmChapterId) => filmChapters.find((chapter) => chapter.id === id)!.durationMs / 1000;
const windowFrom = startOf('tone');
const windowTo = startOf('prices');

/** The film's picture at a moment. Nothing in it depends on the clock, so the same moment gives the same picture. */
export function Film({ timeMs, cut }: { timeMs: number; cut: CutName }) {
  const time = timeMs / 1000;
  const { id } = filmChapters.findLast((chapter) => timeMs >= chapterStartsMs[chapter.id])!;
  const chapterTime = time - startOf(id);
  const duration = durationOf(id);
  return (
    <CutContext value={cut}>
      <div className={`film-picture film-${cut}`}>
        {id === 'opening' && (
          <div style={{ opacity: 1 - span(chapterTime, duration - 0.45, duration - 0.1) }}>
            <Opening time={chapterTime} />
          </div>
        )}
        {/* The app comes while the voice still goes, and is there with its chapter. */}
        {time > startOf('cursor') - 0.45 && time < startOf('modes') && (
          <div style={{ opacity: present(time, startOf('cursor') - 0.45, startOf('modes'), 0.35) }}>
            <AtTheCursor time={time - startOf('cursor')} />
          </div>
        )}
        {id === 'modes' && (
          <div style={{ opacity: present(chapterTime, 0, duration) }}>
            <Modes time={chapterTime} />
          </div>
        )}
        {id in windowChapters && <AppChapter id={id as keyof typeof windowChapters} time={time} />}
        {id === 'prices' && (
          <div style={{ opacity: present(chapterTime, 0, duration) }}>
            <Prices time={chapterTime} />
          </div>
        )}
        {id === 'ending' && <Ending time={chapterTime} />}

        <div style={{ opacity: easedSpan(time, 0.2, 0.8) }}>
          <ProgressTrail time={stepped(time)} share={stepped(time) / (filmDurationMs / 1000)} />
        </div>
      </div>
    </CutContext>
  );
}

/** A chapter inside the app's window, which stays from one chapter to the next. */
function AppChapter({ id, time }: { id: keyof typeof windowChapters; time: number }) {
  const { Top, Content, Hand }: WindowChapter = windowChapters[id];
  const chapterTime = time - startOf(id);
  const shown = present(time, windowFrom, windowTo, 0.5);
  const inside = present(chapterTime, 0, durationOf(id), 0.28);
  return (
    <div className="film-window" style={{ opacity: shown, transform: `translateY(${(1 - shown) * 40}px)` }}>
      <AppWindow>
        {Top && (
          <div className="film-top-row" style={{ opacity: inside }}>
            <Top time={chapterTime} />
          </div>
        )}
        <div className="film-content" style={{ opacity: inside }}>
          <Content time={chapterTime} />
        </div>
      </AppWindow>
      {Hand && <Hand time={chapterTime} />}
    </div>
  );
}
