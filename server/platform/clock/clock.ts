import { sql } from 'kysely';
import type { ServiceClock } from '../../contract/service-clock.ts';
import type { Database } from '../../database/database.ts';

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
