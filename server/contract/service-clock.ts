/**
 * The service's present time, by which records are dated and everything falls due (docs/decisions/0041). The same as
 * `service_now()` in SQL, but for the difference between the clocks of two machines. Life of tokens, timeouts, rate limits
 * and logs stay on the machine's time, so that no other service has to be set with it.
 */
export interface ServiceClock {
  now(): Date;
  /** Reads again how far it was set ahead, for a process that did not set it. */
  reload(): Promise<void>;
  /**
   * Sets it ahead, for every process that works on the database. Throws a `RangeError` for a time that has passed, and
   * `PublicClock` where people are served from the database, whatever the settings of this process say.
   */
  moveTo(time: Date): Promise<void>;
  /** Sets it to the machine's time, and keeps it there where people are served from the database from now on. */
  reset(given?: { isPublic: boolean }): Promise<void>;
}
