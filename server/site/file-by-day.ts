import { utcDayOf } from '../../shared/days.ts';
import type { ServedFile, SiteFile } from './site-file.ts';

/** A file that was also built for some later days, such as a page with the legal text in force. */
export class FileByDay implements ServedFile {
  readonly #first: ServedFile;
  readonly #later: readonly { from: string; file: ServedFile }[];

  /** `later` lists the days (`YYYY-MM-DD`, from 00:00 UTC) on which another file takes its place, in this order. */
  constructor(first: ServedFile, later: readonly { from: string; file: ServedFile }[]) {
    this.#first = first;
    this.#later = later;
  }

  at(now: Date): SiteFile {
    const today = utcDayOf(now);
    return (this.#later.findLast(({ from }) => from <= today)?.file ?? this.#first).at(now);
  }
}
