import { loudness } from '../../app/scenes/voice.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { film } from '../../content/film/timeline.ts';
import { easedSpan, mix, span, travelledSpan } from './motion.ts';

const middle = 520;
const barCount = 34;
const bars = Array.from({ length: barCount }, (_, index) => 120 + index * 19);
const ants = [0, 1, 2, 3, 4];
const antsApart = 0.62;
const lineFrom = 940;
const lineTo = 1800;
const lineY = 610;

/** Somebody speaks, and pauses for breath never coincide: the picture has no gap. */
function twoVoices(seconds: number): number {
  return Math.max(loudness(seconds), 0.8 * loudness(seconds + 31.7), 0.16);
}

/** The trail, from the end of the voice down to the beginning of the line. */
function trailPoint(way: number): { x: number; y: number } {
  const fall = way * way * (3 - 2 * way);
  return {
    x: mix(768, lineFrom + 8, way),
    y: mix(middle, lineY - 8, fall) - Math.sin(way * Math.PI * 3) * 14 * (1 - way),
  };
}

/** When the letter at `index` starts to appear and when it has settled, in seconds. */
const letterFrom = (index: number) => 3.75 + index * 0.075;
const letterTo = (index: number) => 4.25 + index * 0.075;

/** The time from which all of `text` is visible, in seconds. */
export const settledAt = (text: string): number => letterTo([...text].length - 1);

/** Speech becomes a trail, the trail a line of text. */
export function Opening({ time, text = onScreen.opening }: { time: number; text?: string }) {
  const rise = easedSpan(time, 0.2, 1);
  const line = travelledSpan(time, 3.6, 5.1);
  return (
    <div className="film-opening">
      <svg aria-hidden="true" width={film.width} height={film.height} viewBox={`0 0 ${film.width} ${film.height}`}>
        {bars.map((x, index) => {
          // The voice fades to the right, where the bars become dots.
          const fade = Math.min(1, (index + 4) / 9) * Math.max(0, 1 - index / (barCount - 2)) ** 0.75;
          const entered = span(time, 0.2 + index * 0.025, 0.8 + index * 0.025);
          const voice = twoVoices(2 + Math.floor(time * 15) / 15 - index * 0.07);
          const next = twoVoices(2 + Math.floor(time * 15 + 1) / 15 - index * 0.07);
          const level = mix(voice, next, (time * 15) % 1);
          const length = Math.max(9, 420 * level * fade * rise * entered);
          return (
            <rect
              key={x}
              x={x}
              y={middle - length / 2}
              width="9"
              height={length}
              rx="4.5"
              opacity={Math.min(1, entered * 3)}
            />
          );
        })}
        {ants.map((ant) => {
          // They set out one after the other and keep walking as long as the picture is shown.
          const started = time - 2.2 - ant * antsApart;
          const way = ((started / (ants.length * antsApart)) % 1) * Math.min(1, Math.max(0, started * 100));
          const { x, y } = trailPoint(way);
          const ahead = trailPoint(way + 0.02);
          const turn = (Math.atan2(ahead.y - y, ahead.x - x) * 180) / Math.PI;
          const shown = Math.min(span(way, 0, 0.08), 1 - span(way, 0.93, 1));
          return started <= 0 ? null : (
            <g
              key={ant}
              className="film-ant"
              transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)})`}
              opacity={shown}
            >
              <circle cx="-13" r="6" />
              <circle cx="-1.5" cy="-.6" r="3.6" />
              <circle cx="9" cy="-.4" r="4.8" />
            </g>
          );
        })}
        {line > 0 && (
          <path className="film-line" d={`M${lineFrom} ${lineY}H${mix(lineFrom, lineTo, line).toFixed(2)}`} />
        )}
      </svg>
      <p className="film-opening-text">
        {[...text].map((letter, index) => {
          const share = easedSpan(time, letterFrom(index), letterTo(index));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter occurs more than once, and they never move
            <span key={index} className="film-settling" style={{ opacity: share, top: `${(1 - share) * 0.35}em` }}>
              {letter}
            </span>
          );
        })}
      </p>
    </div>
  );
}
