import { loudnessBefore } from '../../app/scenes/voice.ts';

const secondsPerBar = 0.05;

/** The running waveform of a recording that began `recordedSeconds` ago: silence before, the newest bar last. */
export function recordedLevels(time: number, recordedSeconds: number, count: number): number[] {
  const heard = Math.floor(recordedSeconds / secondsPerBar);
  return loudnessBefore(time, count, secondsPerBar).map((level, index) => (index < count - heard ? 0 : level));
}
