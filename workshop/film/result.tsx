import type { CSSProperties, ReactNode } from 'react';
import { Written } from '../../app/scenes/passages.tsx';
import { easedSpan, stepped, travelledSpan } from './motion.ts';

interface Props {
  /** Seconds of the chapter. */
  time: number;
  children: ReactNode;
}

/** What was spoken, along its trail: it grows during speech, and runs on to the result afterwards. */
export function SpokenTrail({ time, shown, runsOn, children }: Props & { shown: number; runsOn: number }) {
  const style = {
    opacity: easedSpan(time, shown - 0.2, shown + 0.2),
    '--film-walk': `${(stepped(time) * 0.9).toFixed(3)}em`,
    '--film-trail': `${((1 - travelledSpan(time, runsOn, runsOn + 0.6)) * 1.6).toFixed(3)}em`,
  } as CSSProperties;
  return (
    <div className="film-spoken" style={style}>
      {children}
    </div>
  );
}

/** What is written, along its line, which is drawn from `from` on. */
export function Result({ time, from, children }: Props & { from: number }) {
  const style = { '--film-line': easedSpan(time, from, from + 0.9).toFixed(3) } as CSSProperties;
  return (
    <div className="film-written" style={style}>
      <Written label="">{children}</Written>
    </div>
  );
}
