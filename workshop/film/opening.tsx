import { loudness } from '../../app/scenes/voice.ts';
import { Ant } from './ant.tsx';
import { useCut } from './cut.ts';
import { easedSpan, mix, span } from './motion.ts';

const barsApart = 21;
const ants = [0, 1, 2, 3, 4, 5];

/** Somebody speaks, and pauses for breath never coincide: the picture has no gap. */
function twoVoices(seconds: number): number {
  return Math.max(loudness(seconds), 0.8 * loudness(seconds + 31.7), 0.16);
}

/** A voice, whose bars shrink to dots, and the dots walk on as ants. */
export function Opening({ time }: { time: number }) {
  const { width, height } = useCut();
  const middle = height * 0.48;
  const left = width / 16;
  const voiceTo = left + (width - 2 * left) * 0.56;
  const barCount = Math.floor((voiceTo - left) / barsApart);
  const bars = Array.from({ length: barCount }, (_, index) => left + index * barsApart);
  const rise = mix(0.35, 1, easedSpan(time, 0, 0.5));
  const trailY = (x: number) => middle + Math.sin(((x - voiceTo) / (width - voiceTo)) * Math.PI * 2) * 18;
  return (
    <svg className="film-opening" aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {bars.map((x, index) => {
        // The voice fades to the right, where the bars become dots.
        const fade = Math.min(1, (index + 4) / 9) * Math.max(0, 1 - index / (barCount - 2)) ** 0.75;
        const voice = twoVoices(2 + Math.floor(time * 15) / 15 - index * 0.07);
        const next = twoVoices(2 + Math.floor(time * 15 + 1) / 15 - index * 0.07);
        const length = Math.max(10, 430 * mix(voice, next, (time * 15) % 1) * fade * rise);
        return <rect key={x} x={x} y={middle - length / 2} width="10" height={length} rx="5" />;
      })}
      {ants.map((ant) => {
        const started = time - 0.15 - ant * 0.26;
        const x = voiceTo + 20 + (width - voiceTo) * 0.62 * started;
        const turn = (Math.atan2(trailY(x + 4) - trailY(x), 4) * 180) / Math.PI;
        return started <= 0 ? null : <Ant key={ant} x={x} y={trailY(x)} angle={turn} opacity={span(started, 0, 0.2)} />;
      })}
    </svg>
  );
}
