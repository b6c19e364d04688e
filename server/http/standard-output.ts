import { writeSync } from 'node:fs';

const standardOutput = 1;

/** How long the log waits for a reader that cannot keep up. */
const patienceMs = 100;
const pauseMs = 5;

/** Nobody ever wakes it. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** True while lines were lost and none has been written since: later ones then do not wait. */
let isStuck = false;

/** Lines wait for others at most this long, and until there are this many characters: one call for many is cheaper. */
const batchMs = 100;
const batchCharacters = 16 * 1024;

let waiting = '';
let timer: NodeJS.Timeout | undefined;

// However the process ends, unless it is killed.
process.on('exit', writeWaiting);

/** Writes a log line, together with those that follow within moments. */
export function writeStandardOutput(line: string): void {
  waiting += line;
  if (waiting.length >= batchCharacters) writeWaiting();
  else timer ??= setTimeout(writeWaiting, batchMs).unref();
}

/**
 * Where that fails, because the reader of the log has died, the terminal is closed or the disk is full, only the lines
 * are lost: the log must neither end the server nor keep it from ending.
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
      // The reader may still catch up; every other fault is permanent.
      isStuck = (error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() >= deadline;
      if (isStuck) return;
      Atomics.wait(sleeper, 0, 0, pauseMs);
    }
  }
}
