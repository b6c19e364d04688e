import { loudnessBefore } from '../../app/scenes/voice.ts';
import { Waveform } from '../../app/scenes/waveform.tsx';
import type { CutName } from '../../content/film/cuts.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { Ant } from './ant.tsx';
import { useCut } from './cut.ts';
import { easedSpan, mix, span } from './motion.ts';
import { SettlingWords } from './words.tsx';

type Point = readonly [x: number, y: number];

/** Between the two places: the way of the transcript, and the way back of the text. */
const links: Record<CutName, { there: readonly [Point, Point]; back: readonly [Point, Point] }> = {
  wide: {
    there: [
      [1012, 350],
      [1288, 350],
    ],
    back: [
      [1288, 440],
      [1012, 440],
    ],
  },
  tall: {
    there: [
      [420, 672],
      [420, 744],
    ],
    back: [
      [660, 748],
      [660, 668],
    ],
  },
};
const ants = [0, 1, 2, 3];

/** What leaves the computer: the transcript. The voice stays, and a text comes back. */
export function Modes({ time }: { time: number }) {
  const { name, width, height } = useCut();
  const { device, cloud, audio, transcript, text, claim } = onScreen.modes;
  const { there, back } = links[name];
  const angle = (Math.atan2(there[1][1] - there[0][1], there[1][0] - there[0][0]) * 180) / Math.PI;
  const returned = easedSpan(time, 2.6, 3.4);
  return (
    <div className="film-modes">
      <div className="film-device scene-place">
        <p className="scene-place-name">{device}</p>
        <Waveform levels={loudnessBefore(4 + time, name === 'tall' ? 60 : 34)} />
        <p className="scene-stays">{audio}</p>
        <p className="scene-goes">{transcript}</p>
        <p className="film-returned" style={{ opacity: easedSpan(time, 3.2, 3.8) }}>
          {text}
        </p>
      </div>
      <div className="film-cloud scene-place scene-cloud">
        <p className="scene-place-name">{cloud}</p>
        <p className="scene-goes" style={{ opacity: easedSpan(time, 1.7, 2.3) }}>
          {transcript}
        </p>
      </div>
      <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {ants.map((ant) => {
          const way = Math.max(0, (time - 0.6 - ant * 0.55) / 2.2) % 1;
          const opacity = Math.min(span(way, 0, 0.1), 1 - span(way, 0.9, 1));
          const [x, y] = [mix(there[0][0], there[1][0], way), mix(there[0][1], there[1][1], way)];
          return <Ant key={ant} x={x} y={y} angle={angle} opacity={opacity} />;
        })}
        {returned > 0 && (
          <path
            className="film-line"
            d={`M${back[0].join(' ')}L${mix(back[0][0], back[1][0], returned).toFixed(2)} ${mix(back[0][1], back[1][1], returned).toFixed(2)}`}
          />
        )}
      </svg>
      <p className="film-claim">
        <SettlingWords text={claim} time={time} from={4} to={5} />
      </p>
    </div>
  );
}
