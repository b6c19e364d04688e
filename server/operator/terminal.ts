/**
 * A line for a terminal, which obeys none of it: controls, characters that turn text around or cannot be seen, other ends of a line and halves of a
 * character are shown by their numbers, as JSON would write them. Strangers type names, words of payments and user agents.
 */
export const withVisibleControls = (line: string): string =>
  line.replaceAll(
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The same for what has lines of its own, such as a fault. */
export const inVisibleLines = (text: string): string => text.split('\n').map(withVisibleControls).join('\n');

/** What commands print, and nothing else does: one line for each that is given. */
export function printLines(lines: readonly string[]): void {
  console.log(lines.map(withVisibleControls).join('\n'));
}
