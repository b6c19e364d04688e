/**
 * Loudness of speech at a moment, from 0 to 1: syllables within words, words between breaths. The same moment always
 * sounds the same, so that a picture and a film of it agree.
 */
export function loudness(seconds: number): number {
  const wave = (perSecond: number, swing: number) =>
    0.5 + 0.5 * Math.sin(2 * Math.PI * perSecond * seconds + swing * Math.sin(seconds * 2.9));
  const syllable = 0.7 * wave(4.6, 1.5) + 0.3 * wave(11.3, 2);
  const breath = Math.min(1, Math.max(0, 3.6 * wave(0.63, 1.1) - 0.15));
  return Math.min(1, Math.max(0.08, breath * (0.1 + 1.05 * syllable ** 1.5)));
}

/** The last `count` loudnesses before a moment, oldest first: what a running waveform shows. */
export function loudnessBefore(seconds: number, count: number, secondsPerBar = 0.055): number[] {
  const last = Math.floor(seconds / secondsPerBar);
  return Array.from({ length: count }, (_, index) => loudness((last - count + 1 + index) * secondsPerBar));
}
