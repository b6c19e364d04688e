import { expect } from 'vitest';
import { operator } from '../../shared/business/company.ts';
import { utcDayOf } from '../../shared/days.ts';
import { dayMs } from '../../shared/durations.ts';
import { createTextApi, soon } from './text-api.ts';

/** The text service with two models, and what the tests of their faults ask its records for. */
export async function createFaultyTextApi(...[settings, options]: Parameters<typeof createTextApi>) {
  const api = await createTextApi({ TEXT_MODELS: 'gpt-5,gpt-4.1', ...settings }, options);
  const { kysely } = api.database;
  await api.download('user_text');
  api.time.now = new Date('2026-12-01T12:00:00.000Z');
  return {
    ...api,
    /** A day later, whatever was learnt of the models is over, and no counter is in the way. */
    async beginNextDay() {
      await expect.poll(() => api.ai.state.open, soon).toBe(0);
      api.ai.misbehave();
      api.time.now = new Date(api.time.now.getTime() + dayMs + 400_000);
      for (const table of ['desktop_sessions', 'quota_counters'] as const) await kysely.deleteFrom(table).execute();
      await expect.poll(async () => (await api.ask()).json().model, soon).toBe('gpt-5');
      for (const table of ['usage_requests', 'quota_counters', 'mails'] as const)
        await kysely.deleteFrom(table).execute();
      api.ai.misbehave();
    },
    async ledger(id: string) {
      const row = await kysely
        .selectFrom('usage_requests')
        .select(['state', 'outcome', 'model'])
        .where('request_id', '=', id)
        .executeTakeFirst();
      const counter = await kysely.selectFrom('quota_counters').select(['used', 'open']).executeTakeFirst();
      return { ...row, ...counter };
    },
    /** What the provider had to read for a request, in tokens. */
    async inputOf(id: string) {
      const row = await kysely
        .selectFrom('usage_requests')
        .select('input_tokens')
        .where('request_id', '=', id)
        .executeTakeFirst();
      return row?.input_tokens;
    },
    /**
     * What operators are told, without what names another day: nobody waits for such a mail to be stored, and one of the day
     * before may come late.
     */
    async mailedSubjects() {
      const today = utcDayOf(api.time.now);
      const mails = await kysely
        .selectFrom('mails')
        .select(['recipient', 'message', 'dedupe_key'])
        .where('kind', '=', 'operator-notice')
        .execute();
      const told = mails.filter(({ dedupe_key }) =>
        [undefined, today].includes(/\d{4}-\d\d-\d\d$/.exec(dedupe_key)?.[0]),
      );
      for (const { recipient } of told) expect(recipient).toBe(operator.supportEmail);
      return told.map(({ message }) => /^Subject: (.*)$/m.exec(message ?? '')?.[1]);
    },
  };
}
