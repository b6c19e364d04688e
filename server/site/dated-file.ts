import { placeholders } from '../../shared/configuration.ts';
import { dayMs } from '../../shared/durations.ts';
import { type ServedFile, SiteFile } from './site-file.ts';

/** How long such a file promises to be valid, in days. RFC 9116, section 2.5.5, recommends less than a year. */
const lifeDays = 180;

/** A file with an expiry date, regenerated each day: however old the build, it is never served expired. */
export class DatedFile implements ServedFile {
  readonly #fileName: string;
  readonly #text: string;
  #made: { day: number; file: SiteFile } | undefined;

  /** `text` contains the placeholder for the date. */
  constructor(fileName: string, text: string) {
    this.#fileName = fileName;
    this.#text = text;
  }

  /** As served at `now`: the same all day (UTC). */
  at(now: Date): SiteFile {
    const day = Math.floor(now.getTime() / dayMs);
    if (this.#made?.day !== day) {
      // RFC 3339 without fractions, as the examples of RFC 9116 have it.
      const expires = new Date((day + lifeDays) * dayMs).toISOString().replace('.000', '');
      const file = new SiteFile(this.#fileName, Buffer.from(this.#text.replaceAll(placeholders.expires, expires)));
      this.#made = { day, file };
    }
    return this.#made.file;
  }
}
