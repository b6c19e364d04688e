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
  /** Sets it ahead, for every process that works on the database. Throws a `RangeError` for a time that has passed. */
  moveTo(time: Date): Promise<void>;
  /** Sets it to the machine's time. */
  reset(): Promise<void>;
}

export async function openServiceClock(database: Database): Promise<ServiceClock> {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const keep = async (ms: number) => {
    await database.asOwner((owner) => sql`update service_clock set ahead_ms = ${ms}`.execute(owner));
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
      await keep(time.getTime() - Date.now());
    },
    reset: () => keep(0),
  };
  await clock.reload();
  return clock;
}
