import { mark } from '../../../shared/mark.ts';

interface Props {
  /** As a waiting indicator, the ant walks. */
  walking?: boolean;
}

/** The mark of the house: an ant of three dots on the line it writes. Decoration; the name stands beside it. */
export function Mark({ walking = false }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={walking ? 'mark mark-walking' : 'mark'}
      width="36"
      height="26"
      viewBox={mark.viewBox}
    >
      <g className="mark-body">
        {mark.dots.map(([x, y, radius]) => (
          <circle key={x} cx={x} cy={y} r={radius} />
        ))}
        <path d={mark.feelers} />
      </g>
      <g className="mark-legs">
        {mark.legs.map((leg) => (
          <path key={leg} d={leg} />
        ))}
      </g>
      <path className="mark-line" d={mark.line} />
    </svg>
  );
}
