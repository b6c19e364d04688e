import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

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

export class PublicClock extends Error {}

export async function openServiceClock(database: Database): Promise<ServiceClock> {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const keep = async (ms: number, isPublic: boolean) => {
    await database.asOwner(async (owner) => {
      if (ms) {
        const { rows } = await sql`select from service_clock where is_public`.execute(owner);
        if (rows.length) throw new PublicClock('People are served from this database: its clock stays as it is.');
      }
      await sql`update service_clock set ahead_ms = ${ms}, is_public = is_public or ${isPublic}`.execute(owner);
    });
    aheadMs = ms;
  };
  const clock: ServiceClock = {
    now,
    async reload() {
      const { ahead_ms } = await database.kysely
        .selectFrom('service_clock')
        .select('ahead_ms')
        .executeTakeFirstOrThrow();
      aheadMs = ahead_ms;
    },
    async moveTo(time) {
      if (!(time > now())) throw new RangeError('The clock is only set ahead.');
      await keep(time.getTime() - Date.now(), false);
    },
    reset: ({ isPublic } = { isPublic: false }) => keep(0, isPublic),
  };
  await clock.reload();
  return clock;
}
