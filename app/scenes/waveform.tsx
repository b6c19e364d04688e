import { loudnessBefore } from './voice.ts';

interface Props {
  /** Loudness of each bar, from 0 to 1. Without it, a few seconds of somebody speaking. */
  levels?: readonly number[];
  /** The bars move as in speech. */
  live?: boolean;
}

/** More than fits the widest place; the end is cut off. */
const spoken = loudnessBefore(9.4, 120);
const height = 40;
const step = 8;

/** Every third bar belongs to one path, so that neighbours can move differently. */
function barPath(levels: readonly number[], first: number): string {
  return levels
    .map((level, index) => {
      const length = Math.max(1, Math.round(level * (height - 4)));
      return index % 3 === first ? `M${index * step + 2} ${(height - length) / 2}v${length}` : '';
    })
    .join('');
}

/** A voice as bars. Decoration: the words beside it say what it is. */
export function Waveform({ levels = spoken, live = false }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={live ? 'scene-waveform scene-waveform-live' : 'scene-waveform'}
      viewBox={`0 0 ${levels.length * step - 4} ${height}`}
      preserveAspectRatio="xMinYMid slice"
    >
      <path d={barPath(levels, 0)} />
      <path d={barPath(levels, 1)} />
      <path d={barPath(levels, 2)} />
    </svg>
  );
}
