import { useLayoutEffect, useRef } from 'react';
import { useCut } from './cut.ts';
import { mix, span, travelledSpan } from './motion.ts';

export interface Waypoint {
  /** Seconds of the chapter at which the pointer arrives. */
  at: number;
  /** The element whose end it points at, or a place beside the picture. */
  place: string;
  click?: boolean;
}

interface Props {
  time: number;
  way: readonly Waypoint[];
}

const wayTime = 0.8;

/** The pointer on its way from place to place; it arrives just before it clicks. */
export function Pointer({ time, way }: Props) {
  const group = useRef<SVGGElement>(null);
  const cut = useCut();
  useLayoutEffect(() => {
    if (!group.current) return;
    const pointOf = (place: string): readonly [number, number] => {
      if (place === 'beside') return [cut.width + 60, cut.height * 0.65];
      const element = document.querySelector(place);
      if (!element) throw new Error(`The film has nothing at ${place}.`);
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width * 0.76, top + height * 0.6];
    };
    // Only the places it comes from and goes to: others may have left the picture.
    const reached = Math.max(
      0,
      way.findLastIndex(({ at }) => time >= at),
    );
    const next = way[reached + 1];
    let [x, y] = pointOf(way[reached]!.place);
    if (next && time > next.at - wayTime) {
      const [nextX, nextY] = pointOf(next.place);
      const share = travelledSpan(time, next.at - wayTime, next.at);
      [x, y] = [mix(x, nextX, share), mix(y, nextY, share)];
    }
    group.current.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  });
  const first = way[0]!.at;
  const last = way.at(-1)!.at;
  const opacity = Math.min(span(time, first, first + 0.25), 1 - span(time, last + 0.4, last + 0.7));
  if (opacity === 0) return null;
  return (
    <svg
      className="film-pointer"
      aria-hidden="true"
      width={cut.width}
      height={cut.height}
      viewBox={`0 0 ${cut.width} ${cut.height}`}
      opacity={opacity}
    >
      <g ref={group}>
        {way.map(({ at, click }) => {
          const share = span(time, at, at + 0.5);
          if (!click || share === 0 || share === 1) return null;
          return <circle key={at} className="film-click" r={mix(16, 70, share)} opacity={1 - share} />;
        })}
        <path className="film-arrow" d="M-6-4 4 62l19-23 30-3z" />
      </g>
    </svg>
  );
}
