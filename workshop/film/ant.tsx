interface Props {
  x: number;
  y: number;
  /** Where it walks to, in degrees. */
  angle: number;
  opacity: number;
}

/** An ant of three dots, as everywhere on the site. */
export function Ant({ x, y, angle, opacity }: Props) {
  const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle.toFixed(2)})`;
  return (
    <g className="film-ant" transform={place} opacity={opacity}>
      <circle cx="-18" r="9" />
      <circle cx="-1.5" cy="-.8" r="5.4" />
      <circle cx="14" cy="-.5" r="7" />
    </g>
  );
}
