import { placeholders, type SiteConfiguration } from '../../shared/configuration.ts';
import { dayMs } from '../../shared/durations.ts';
import { type ServedFile, SiteFile } from './site-file.ts';

/** The configuration for a page's data block, made once a day: what changes in it changes at midnight (UTC). */
export function dailyJson(configurationAt: (now: Date) => SiteConfiguration): (now: Date) => string {
  let made: { day: number; json: string } | undefined;
  return (now) => {
    const day = Math.floor(now.getTime() / dayMs);
    // Nothing inside the data block may end it.
    if (made?.day !== day) made = { day, json: JSON.stringify(configurationAt(now)).replace(/</g, '\\u003c') };
    return made.json;
  };
}

/**
 * A page with the configuration in its data block, written anew when that changes: a page tells which legal versions it
 * shows.
 */
export class ConfiguredPage implements ServedFile {
  readonly #fileName: string;
  readonly #fillIn: (text: string) => string;
  readonly #jsonAt: (now: Date) => string;
  /** As it was built until somebody asks for it, then with `#json` in it. */
  #bytes: Buffer;
  #json: string | undefined;
  #file: SiteFile | undefined;

  /** `fillIn` fills in everything else. */
  constructor(fileName: string, bytes: Buffer, fillIn: (text: string) => string, jsonAt: (now: Date) => string) {
    this.#fileName = fileName;
    this.#bytes = bytes;
    this.#fillIn = fillIn;
    this.#jsonAt = jsonAt;
  }

  at(now: Date): SiteFile {
    const json = this.#jsonAt(now);
    if (this.#file && json === this.#json) return this.#file;
    const text = this.#bytes.toString();
    const before = this.#json ?? placeholders.configuration;
    const filled = this.#json === undefined ? this.#fillIn(text) : text;
    this.#bytes = Buffer.from(filled.replace(before, () => json));
    this.#json = json;
    this.#file = new SiteFile(this.#fileName, this.#bytes);
    return this.#file;
  }
}
