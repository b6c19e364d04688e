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
      viewBox="0 0 36 26"
    >
      <g className="mark-body">
        <circle cx="8.5" cy="11.2" r="5" />
        <circle cx="17.6" cy="12.4" r="2.9" />
        <circle cx="25" cy="10.6" r="3.8" />
        <path d="M26.6 7.4c.2-3 1-4.8 2.9-6M28.6 9c1.3-2.3 2.9-3.4 5-3.5" />
      </g>
      <g className="mark-legs">
        <path d="M15.6 14.6 12.4 21" />
        <path d="M17.7 15v6" />
        <path d="M19.8 14.6 23 21" />
      </g>
      <path className="mark-line" d="M3 23.5h30" />
    </svg>
  );
}
