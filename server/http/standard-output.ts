import { writeSync } from 'node:fs';

const standardOutput = 1;

/** How long a line waits for a reader that does not keep up. */
const patienceMs = 100;
const pauseMs = 5;

/** What nobody ever wakes. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** True while a line was lost and none has been written since: further ones then do not wait. */
let isStuck = false;

/**
 * Writes a line of the log. Where that cannot be done, because its reader has died, the terminal is closed or the disk
 * is full, the line is lost and nothing else: the log must neither end the server nor keep it from ending.
 */
export function writeStandardOutput(line: string): void {
  const deadline = performance.now() + (isStuck ? 0 : patienceMs);
  let rest = Buffer.from(line);
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(standardOutput, rest));
      isStuck = false;
    } catch (error) {
      // The reader may still come to it; whatever else is wrong stays wrong.
      isStuck = (error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() >= deadline;
      if (isStuck) return;
      Atomics.wait(sleeper, 0, 0, pauseMs);
    }
  }
}
