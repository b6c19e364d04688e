import { Choice } from '../../app/scenes/choice.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { Spoken } from '../../app/scenes/passages.tsx';
import { RecordingBar } from '../../app/scenes/recording-bar.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { easedSpan } from './motion.ts';
import { Pointer } from './pointer.tsx';
import { recordedLevels } from './recorded-levels.ts';
import { Result, SpokenTrail } from './result.tsx';
import { type ChapterProps, entry, option, type WindowChapter } from './window-chapter.ts';
import { HeardWords, SettlingWords } from './words.tsx';

const recordingFrom = 1.3;
const recordingTo = 7.2;

const dictation: WindowChapter = {
  Top: ({ time }) => {
    const recorded = Math.max(0, Math.min(time, recordingTo) - recordingFrom);
    const bar = 1 - easedSpan(time, 7.4, 7.9);
    if (bar === 0)
      return (
        <div style={{ opacity: easedSpan(time, 7.9, 8.3) }}>
          <Choice names={interfaceTexts.outputs} chosen="text" />
        </div>
      );
    return (
      <div style={{ opacity: bar }}>
        <RecordingBar
          state={time >= recordingFrom && time < recordingTo ? 'recording' : 'ready'}
          seconds={recorded}
          levels={recordedLevels(3 + recorded, recorded, 54)}
        />
      </div>
    );
  },
  Content: ({ time }) => (
    <>
      <SpokenTrail time={time} shown={1.5} runsOn={7.8}>
        <Spoken label={onScreen.onThisDevice}>
          <HeardWords text={onScreen.dictation.spoken} time={time} from={1.8} to={7} />
        </Spoken>
      </SpokenTrail>
      <Result time={time} from={8.3}>
        <p>
          <SettlingWords text={onScreen.dictation.written} time={time} from={8.6} to={11} />
        </p>
      </Result>
    </>
  ),
  Hand: ({ time }) => (
    <Pointer
      time={time}
      way={[
        { at: 0.3, place: entry },
        { at: 1.25, place: '.scene-button', click: true },
        { at: 7.15, place: '.scene-button', click: true },
      ]}
    />
  ),
};

/** The points come in from the left, each with its dot: the trail has become a list. */
function Points({ time }: ChapterProps) {
  return onScreen.bullets.points.map((point, index) => {
    const share = easedSpan(time, 4 + index * 0.55, 4.5 + index * 0.55);
    return (
      <li key={point} style={{ opacity: share, transform: `translateX(${(1 - share) * -0.7}em)` }}>
        {point}
      </li>
    );
  });
}

const bullets: WindowChapter = {
  Top: ({ time }) => <Choice names={interfaceTexts.outputs} chosen={time < 2.9 ? 'text' : 'bullets'} />,
  Content: ({ time }) => (
    <>
      <SpokenTrail time={time} shown={0.1} runsOn={2.9}>
        <Spoken label="">
          <HeardWords text={onScreen.bullets.spoken} time={time} from={0.2} to={2.4} />
        </Spoken>
      </SpokenTrail>
      <Result time={time} from={3.2}>
        <p className="scene-heading">
          <SettlingWords text={onScreen.bullets.title} time={time} from={3.4} to={4} />
        </p>
        <ul className="scene-bullets">
          <Points time={time} />
        </ul>
      </Result>
    </>
  ),
  Hand: ({ time }) => (
    <Pointer
      time={time}
      way={[
        { at: 1.4, place: entry },
        { at: 2.85, place: option(2), click: true },
      ]}
    />
  ),
};

const draft: WindowChapter = {
  Top: ({ time }) => <Choice names={interfaceTexts.outputs} chosen={time < 1.2 ? 'bullets' : 'draft'} />,
  Content: ({ time }) => (
    <>
      <SpokenTrail time={time} shown={1.3} runsOn={3.7}>
        <Spoken label={interfaceTexts.prompt}>
          <HeardWords text={onScreen.draft.spoken} time={time} from={1.5} to={3.6} />
        </Spoken>
      </SpokenTrail>
      <Result time={time} from={4.1}>
        <p>
          <SettlingWords text={onScreen.draft.written} time={time} from={4.3} to={6.3} />
        </p>
      </Result>
    </>
  ),
  Hand: ({ time }) => (
    <Pointer
      time={time}
      way={[
        { at: 0.1, place: entry },
        { at: 1.15, place: option(3), click: true },
      ]}
    />
  ),
};

/** What the app makes of speech; the choice stays in the picture from one chapter to the next. */
export const outputChapters = { dictation, bullets, draft };
