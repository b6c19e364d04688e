/** On a terminal the line is rewritten in place; elsewhere each update is a new line, so they are rarer. */
const updateMs = process.stdout.isTTY ? 200 : 10_000;
const barCharacters = 24;

/** Reports how far a long task has come, and when it will probably be done. */
export class Progress {
  readonly #title: string;
  readonly #totalBytes: number;
  readonly #startedAt = performance.now();
  #doneBytes = 0;
  #toldAt = performance.now();

  constructor(title: string, totalBytes: number) {
    this.#title = title;
    this.#totalBytes = totalBytes;
  }

  advance(bytes: number): void {
    this.#doneBytes += bytes;
    const now = performance.now();
    if (now - this.#toldAt < updateMs) return;
    this.#toldAt = now;
    this.#tell(describeProgress(this.#title, this.#doneBytes, this.#totalBytes, now - this.#startedAt));
  }

  end(): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    this.#tell(`${this.#title}: ${formatGigabytes(this.#doneBytes)} in ${formatDuration(seconds)}.`);
    if (process.stdout.isTTY) process.stdout.write('\n');
  }

  #tell(line: string): void {
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }
}

/** One line, such as `Hashing [######..................]  25 %  7.0 of 28.0 GB, 410 MB/s, 51 s left`. */
export function describeProgress(title: string, doneBytes: number, totalBytes: number, elapsedMs: number): string {
  const share = totalBytes ? doneBytes / totalBytes : 1;
  const rate = elapsedMs ? doneBytes / (elapsedMs / 1000) : 0;
  const filled = Math.floor(share * barCharacters);
  const left = rate ? `${formatDuration((totalBytes - doneBytes) / rate)} left` : 'estimating';
  return (
    `${title} [${'#'.repeat(filled).padEnd(barCharacters, '.')}] ${String(Math.floor(share * 100)).padStart(3)} %  ` +
    `${(doneBytes / 1e9).toFixed(1)} of ${formatGigabytes(totalBytes)}, ${Math.round(rate / 1e6)} MB/s, ${left}`
  );
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 90 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
