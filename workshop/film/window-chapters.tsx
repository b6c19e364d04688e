import type { ComponentType } from 'react';
import { Choice } from '../../app/scenes/choice.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { Spoken } from '../../app/scenes/passages.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { easedSpan } from './motion.ts';
import { Pointer, type Waypoint } from './pointer.tsx';
import { Result, SpokenTrail } from './result.tsx';
import { HeardWords, SettlingParts, SettlingWords } from './words.tsx';

interface ChapterProps {
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

/** The pointer's way to the drawn choice at a position, counted from one. */
const toOption = (place: number, at: number): Waypoint => ({
  at,
  place: `.scene-choice > .scene-option:nth-child(${place})`,
  click: true,
});

const toneStarts = { neutral: 0, formal: 2.4, friendly: 4.7 } as const;
const tones = Object.keys(toneStarts) as (keyof typeof toneStarts)[];
const toneAt = (time: number) => tones.findLast((tone) => time >= toneStarts[tone])!;

const tone: WindowChapter = {
  Top: ({ time }) => <Choice names={interfaceTexts.tones} chosen={toneAt(time)} />,
  Content: ({ time }) => {
    const chosen = toneAt(time);
    const from = toneStarts[chosen];
    return (
      <Result time={time} from={0.2}>
        <p className="film-large" key={chosen}>
          <SettlingWords text={onScreen.tones[chosen]} time={time} from={from + 0.1} to={from + 1} />
        </p>
      </Result>
    );
  },
  Hand: ({ time }) => (
    <Pointer
      time={time}
      way={[{ at: 1, place: 'beside' }, toOption(2, toneStarts.formal - 0.05), toOption(3, toneStarts.friendly - 0.05)]}
    />
  ),
};

/** The entries of a list appear one after the other. */
const listed = (time: number, index: number) => ({
  opacity: easedSpan(time, 0.2 + index * 0.15, 0.7 + index * 0.15),
});

const vocabulary: WindowChapter = {
  Content: ({ time }) => (
    <div className="film-columns">
      <div className="scene-list">
        <span className="scene-label">{interfaceTexts.vocabulary}</span>
        <ul>
          {onScreen.vocabulary.terms.map((term, index) => (
            <li key={term} style={listed(time, index)}>
              {term}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <SpokenTrail time={time} shown={0.5} runsOn={2.3}>
          <Spoken label="">
            <HeardWords text={onScreen.vocabulary.spoken} time={time} from={0.6} to={2.3} />
          </Spoken>
        </SpokenTrail>
        <Result time={time} from={2.6}>
          <p>
            <SettlingParts parts={onScreen.vocabulary.written} time={time} from={2.7} to={3.8} mark="film-mark-amber" />
          </p>
        </Result>
      </div>
    </div>
  ),
};

const bulletsFrom = 2.3;

/** The points come in from the left, each with its dot: the trail has become a list. */
function Points({ time }: ChapterProps) {
  return onScreen.bullets.points.map((point, index) => {
    const from = bulletsFrom + 0.8 + index * 0.4;
    const share = easedSpan(time, from, from + 0.5);
    return (
      <li key={point} style={{ opacity: share, transform: `translateX(${(1 - share) * -0.7}em)` }}>
        {point}
      </li>
    );
  });
}

const bullets: WindowChapter = {
  Top: ({ time }) => <Choice names={interfaceTexts.outputs} chosen={time < bulletsFrom ? 'text' : 'bullets'} />,
  Content: ({ time }) => (
    <>
      <SpokenTrail time={time} shown={0.1} runsOn={bulletsFrom}>
        <Spoken label="">
          <HeardWords text={onScreen.bullets.spoken} time={time} from={0.2} to={2.1} />
        </Spoken>
      </SpokenTrail>
      <Result time={time} from={bulletsFrom + 0.2}>
        <p className="scene-heading">
          <SettlingWords text={onScreen.bullets.title} time={time} from={bulletsFrom + 0.3} to={bulletsFrom + 0.8} />
        </p>
        <ul className="scene-bullets">
          <Points time={time} />
        </ul>
      </Result>
    </>
  ),
  Hand: ({ time }) => <Pointer time={time} way={[{ at: 0.9, place: 'beside' }, toOption(2, bulletsFrom - 0.05)]} />,
};

/** How the app writes: in which tone, with which words, and as what. */
export const windowChapters = { tone, vocabulary, bullets };
