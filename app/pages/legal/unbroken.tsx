import { Fragment } from 'react';

/** A text in which no line breaks within the name of a version, `2025-08-01`. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\d{4}-\d{2}-\d{2})/).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which stay where they are
    return <Fragment key={index}>{index % 2 ? <span className="unbroken">{part}</span> : part}</Fragment>;
  });
}
