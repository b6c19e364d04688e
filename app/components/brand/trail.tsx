interface Props {
  /** The text written at the end; a short sentence in the page's language. */
  text: string;
}

const height = 112;
const middle = 52;

/** Two bursts of speech that fade until the bars are dots. */
const bars = [
  6, 14, 28, 46, 32, 64, 90, 56, 72, 100, 78, 58, 86, 48, 66, 38, 20, 34, 56, 42, 62, 40, 28, 38, 22, 28, 14, 18, 10, 8,
  5, 4,
].map((length, index) => ({ x: index * 8, y: middle - length / 2, length }));

/** The trail: from the voice's middle line, in a swing, down to the line of text. */
const ants = Array.from({ length: 11 }, (_, index) => {
  const way = (index + 0.5) / 11;
  const fall = way * way * (3 - 2 * way);
  const swing = Math.sin(way * Math.PI * 3) * 8 * (1 - way);
  return { x: Math.round(264 + way * 340), y: Math.round((middle + (height - 5.5 - middle) * fall - swing) * 10) / 10 };
});

/** The idea of the house in one drawing: speech becomes a trail, the trail a finished line. */
export function Trail({ text }: Props) {
  return (
    <div className="trail">
      <svg className="trail-drawing" aria-hidden="true" width="600" height={height} viewBox={`0 0 600 ${height}`}>
        {bars.map(({ x, y, length }) => (
          <rect key={x} x={x} y={y} width="3.6" height={length} rx="1.8" />
        ))}
        {ants.map(({ x, y }) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <circle cx="-7" r="2.9" />
            <circle cx="-1.2" cy=".4" r="1.7" />
            <circle cx="3.6" cy="-.2" r="2.2" />
          </g>
        ))}
      </svg>
      <p className="trail-text">
        <span className="trail-words">
          {text.split(' ').flatMap((word, index) => [
            index > 0 && ' ',
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and they never move
            <span key={index}>{word}</span>,
          ])}
        </span>
        <span className="trail-line" />
      </p>
    </div>
  );
}
