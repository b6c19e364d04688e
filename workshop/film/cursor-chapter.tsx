import { AppWindow, OtherWindow } from '../../app/scenes/app-window.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { Waveform } from '../../app/scenes/waveform.tsx';
import type { CutName } from '../../content/film/cuts.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { Ant } from './ant.tsx';
import { useCut } from './cut.ts';
import { easedSpan, span } from './motion.ts';
import { recordedLevels } from './recorded-levels.ts';
import { HeardWords, WordsAtCursor } from './words.tsx';

const recordingFrom = 1.5;
const recordingTo = 5.4;
const writtenFrom = 6.1;
const writtenTo = 7.6;

/** Seconds of the chapter from which nothing more is written. */
export const cursorSettled = writtenTo + 0.5;

export interface MailWords {
  program: string;
  head: string;
  spoken: string;
  written: string;
}

interface Props {
  /** Seconds of the chapter; the picture comes a little before. */
  time: number;
  words?: MailWords;
}

/** A spoken command, the yellow veil while recording, what was said, and the text at the cursor of a mail. */
export function AtTheCursor({ time, words = onScreen.mail }: Props) {
  const veil = Math.min(
    easedSpan(time, recordingFrom, recordingFrom + 0.35),
    1 - span(time, recordingTo, recordingTo + 0.25),
  );
  const isWriting = time > writtenFrom && time < writtenTo;
  return (
    <div className="film-desktop">
      <div className="film-mail">
        <OtherWindow name={words.program}>
          <p className="film-mail-head">{words.head}</p>
          <p className="film-letter">
            <WordsAtCursor text={words.written} time={time} from={writtenFrom} to={writtenTo}>
              <span className={isWriting || time % 1.06 < 0.6 ? 'scene-cursor' : 'scene-cursor film-unheard'} />
            </WordsAtCursor>
          </p>
        </OtherWindow>
      </div>
      {veil > 0 && <div className="scene-veil" style={{ opacity: veil }} />}
      <div className="film-app">
        <AppWindow>
          <CommandBar time={time} />
          <div
            className="scene-passage scene-spoken"
            style={{ opacity: easedSpan(time, recordingFrom, recordingFrom + 0.3) }}
          >
            <p>
              <HeardWords text={words.spoken} time={time} from={recordingFrom + 0.3} to={recordingTo - 0.5} />
            </p>
          </div>
        </AppWindow>
      </div>
      <WayToCursor time={time} />
    </div>
  );
}

/** The recording bar, with the command that starts or stops it; while it is spoken, it glows. */
function CommandBar({ time }: { time: number }) {
  const { name } = useCut();
  const recording = time >= recordingFrom && time < recordingTo;
  const recorded = Math.max(0, Math.min(time, recordingTo) - recordingFrom);
  const spokenUntil = recording ? recordingTo : recordingFrom;
  const spoken = time > spokenUntil - 0.7 && time < spokenUntil;
  return (
    <div className={`scene-recording scene-recording-${recording ? 'recording' : 'ready'}`}>
      <span className="scene-recording-state" />
      <Waveform levels={recordedLevels(3 + recorded, recorded, name === 'tall' ? 17 : 14)} />
      <span className={spoken ? 'scene-command film-command-spoken' : 'scene-command'}>
        {recording ? interfaceTexts.stopCommand : interfaceTexts.startCommand}
      </span>
    </div>
  );
}

type Point = readonly [x: number, y: number];

/** From what was said to the cursor: the four points of a cubic Bézier curve. */
const ways: Record<CutName, readonly [Point, Point, Point, Point]> = {
  wide: [
    [142, 630],
    [160, 930],
    [860, 900],
    [1062, 610],
  ],
  tall: [
    [74, 740],
    [40, 860],
    [40, 960],
    [134, 966],
  ],
};
const ants = [0, 1, 2, 3, 4];

/** They set out when nothing more is said, and what they carry stands at the cursor as they arrive. */
function WayToCursor({ time }: { time: number }) {
  const { name, width, height } = useCut();
  const points = ways[name];
  const along = (share: number, axis: 0 | 1) => {
    const rest = 1 - share;
    const [a, b, c, d] = points.map((point) => point[axis]) as [number, number, number, number];
    return rest ** 3 * a + 3 * rest ** 2 * share * b + 3 * rest * share ** 2 * c + share ** 3 * d;
  };
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {ants.map((ant) => {
        const way = span(time, recordingTo + 0.1 + ant * 0.28, recordingTo + 1.2 + ant * 0.28);
        const opacity = Math.min(span(way, 0, 0.12), 1 - span(way, 0.88, 1));
        if (opacity === 0) return null;
        const [x, y] = [along(way, 0), along(way, 1)];
        const angle = (Math.atan2(along(way + 0.01, 1) - y, along(way + 0.01, 0) - x) * 180) / Math.PI;
        return <Ant key={ant} x={x} y={y} angle={angle} opacity={opacity} />;
      })}
    </svg>
  );
}
