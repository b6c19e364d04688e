/**
 * To be imported before anything else: for this process it is always the moment of `SOURCE_DATE_EPOCH`, in seconds since 1970, so that what
 * is built is the same whenever that happens (reproducible-builds.org/specs/source-date-epoch).
 */
const moment = Number(process.env.SOURCE_DATE_EPOCH) * 1000;
if (!moment) throw new Error('SOURCE_DATE_EPOCH names no moment.');

globalThis.Date = class extends Date {
  constructor(...given: [] | [value: number | string | Date]) {
    // The other constructors, with a year and a month, depend on nobody's clock.
    super(...((given.length ? given : [moment]) as [number]));
  }
  static override now(): number {
    return moment;
  }
} as DateConstructor;
