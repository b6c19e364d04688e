/** Movement as a function of time, so that the same moment always gives the same picture. Times in seconds. */

/** The progress of `time` on the way from `from` to `to`, from 0 to 1. */
export function span(time: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (time - from) / (to - from)));
}

/** The same, fast at first and gentle at the end. */
export function easedSpan(time: number, from: number, to: number): number {
  return 1 - (1 - span(time, from, to)) ** 3;
}

/** The same, gentle at both ends: for things that travel. */
export function travelledSpan(time: number, from: number, to: number): number {
  const way = span(time, from, to);
  return way * way * (3 - 2 * way);
}

/** A value between two others. */
export function mix(first: number, second: number, share: number): number {
  return first + (second - first) * share;
}

/** Visible from `from` on, gone at `to`: an opacity that rises and falls within `edge` seconds. */
export function present(time: number, from: number, to: number, edge = 0.3): number {
  return Math.min(easedSpan(time, from, from + edge), 1 - span(time, to - edge, to));
}

/** A time in steps of two pictures, for what walks slowly and all the time: where nothing else moves, one is drawn for both. */
export function stepped(time: number): number {
  return Math.floor(time * 15 + 1e-6) / 15;
}
