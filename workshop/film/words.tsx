import type { ReactNode } from 'react';
import { easedSpan, span } from './motion.ts';

interface Props {
  text: string;
  /** Seconds of the chapter. */
  time: number;
  from: number;
  to: number;
}

const wordsOf = (text: string) => text.split(' ');

/** Words that appear one after the other, as they are heard. */
export function HeardWords({ text, time, from, to }: Props) {
  const words = wordsOf(text);
  const length = text.length;
  let heard = 0;
  return words.map((word, index) => {
    const at = from + ((to - from) * heard) / length;
    heard += word.length + 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and they never move
      <span key={index} className={time < at ? 'film-unheard' : undefined}>
        {word}{' '}
      </span>
    );
  });
}

/** Words that settle on their line, one shortly after the other. */
export function SettlingWords({ text, time, from, to }: Props) {
  const words = wordsOf(text);
  const step = (to - from - 0.4) / words.length;
  return words.map((word, index) => {
    const share = easedSpan(time, from + index * step, from + index * step + 0.4);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and they never move
      <span key={index} className="film-settling" style={{ opacity: share, top: `${(1 - share) * 0.3}em` }}>
        {word}{' '}
      </span>
    );
  });
}

/** Words that settle one after the other; the cursor stands behind the last of them, and each has its place from the start. */
export function WordsAtCursor({ text, time, from, to, children: cursor }: Props & { children: ReactNode }) {
  const words = wordsOf(text);
  const step = (to - from) / words.length;
  const standing = Math.round(span(time, from, to) * words.length);
  return (
    <>
      {words.slice(0, standing).map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and they never move
        <span key={index} style={{ opacity: easedSpan(time, from + index * step, from + index * step + 0.4) }}>
          {index > 0 && ' '}
          {word}
        </span>
      ))}
      {cursor}
      <span className="film-unheard"> {words.slice(standing).join(' ')}</span>
    </>
  );
}

/** A sentence in parts; every second part is marked, its line drawn once it is visible. */
export function SettlingParts({ parts, time, from, to, mark }: Omit<Props, 'text'> & PartsProps) {
  const step = (to - from) / parts.length;
  return parts.map((part, index) => {
    const at = from + index * step;
    const share = easedSpan(time, at, at + 0.4);
    const drawn = easedSpan(time, at + 0.3, at + 0.9);
    return index % 2 === 1 ? (
      <span
        key={part}
        className={`film-mark ${mark}`}
        style={{ opacity: share, backgroundSize: `${drawn * 100}% 0.08em` }}
      >
        {part}
      </span>
    ) : (
      <span key={part} style={{ opacity: share }}>
        {part}
      </span>
    );
  });
}

interface PartsProps {
  parts: readonly string[];
  /** Class of the marked parts. */
  mark: string;
}
