import { writeSync } from 'node:fs';

const standardOutput = 1;

/** How long the log waits for a reader that does not keep up. */
const patienceMs = 100;
const pauseMs = 5;

/** What nobody ever wakes. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** True while lines were lost and none has been written since: further ones then do not wait. */
let isStuck = false;

/** Lines wait for others this long at most, and until there are so many characters: one call for many is cheaper. */
const batchMs = 100;
const batchCharacters = 16 * 1024;

let waiting = '';
let timer: NodeJS.Timeout | undefined;

// However the process ends, unless it is killed.
process.on('exit', writeWaiting);

/** Writes a line of the log, with those that come within moments. */
export function writeStandardOutput(line: string): void {
  waiting += line;
  if (waiting.length >= batchCharacters) writeWaiting();
  else timer ??= setTimeout(writeWaiting, batchMs).unref();
}

/**
 * Where that cannot be done, because the reader of the log has died, the terminal is closed or the disk is full, the
 * lines are lost and nothing else: the log must neither end the server nor keep it from ending.
 */
function writeWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
  const deadline = performance.now() + (isStuck ? 0 : patienceMs);
  let rest = Buffer.from(waiting);
  waiting = '';
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
