import { useCut } from './cut.ts';

interface Props {
  /** Seconds of the film. */
  time: number;
  /** How much of the film has been shown, a share of one. */
  share: number;
}

const dotsApart = 30;

/** The film's own trail: an ant walks it, and behind the ant it is a line. */
export function ProgressTrail({ time, share }: Props) {
  const { width, height, trail: y } = useCut();
  const left = width / 16;
  const right = width - left;
  const dots = Array.from(
    { length: Math.floor((right - left) / dotsApart) + 1 },
    (_, index) => right - index * dotsApart,
  );
  const x = left + (right - left) * share;
  const step = Math.sin(time * 14);
  return (
    <svg aria-hidden="true" className="film-progress" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {dots
        .filter((dot) => dot > x + 56)
        .map((dot) => (
          <circle key={dot} cx={dot} cy={y} r="3.5" />
        ))}
      <path className="film-progress-line" d={`M${left} ${y}H${Math.max(left, x).toFixed(2)}`} />
      <g transform={`translate(${x.toFixed(2)} ${y - 25})`}>
        <circle cx="-2" cy="-2" r="10.5" />
        <circle cx="17" cy="0" r="6.2" />
        <circle cx="33" cy="-3.5" r="8" />
        <path
          className="film-legs"
          d={`M13 5 ${(7 + step * 4).toFixed(2)} 23M17 6 ${(18 - step * 4).toFixed(2)} 23M21 5 ${(28 + step * 4).toFixed(2)} 23M36-10c1-6 3-9 7-12M40-7c3-5 6-7 11-7`}
        />
      </g>
    </svg>
  );
}
