import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { readConfig } from '../../config/config.ts';
import { actIn } from '../../contract/act.ts';
import type { Database } from '../../database/database.ts';
import { findUsedMonth } from './month.queries.ts';
import { type Admission, admit, countReports, finish, releaseOverdue } from './quotas.ts';

/** More of them by hand: LEDGER_RUNS=300 LEDGER_SEED=1 npm test -- ledger-model (docs/operations.md). */
const runs = Number(process.env.LEDGER_RUNS ?? 25);
const seed = process.env.LEDGER_SEED === undefined ? {} : { seed: Number(process.env.LEDGER_SEED) };

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

/** What happens to an account's ledger. Requests are named by a few numbers, so that they meet again. */
type Step =
  | { do: 'ask'; request: number }
  | { do: 'finish'; request: number; state: 'counted' | 'released'; isLate: boolean }
  | { do: 'report'; request: number }
  | { do: 'wait'; seconds: number }
  | { do: 'crash' }
  | { do: 'upgrade'; limit: number };

const request = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const), request }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      request,
      state: fc.constantFrom('counted' as const, 'released' as const),
      isLate: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('report' as const), request }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 100, 179, 600) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade' as const), limit: fc.integer({ min: 0, max: 6 }) }) },
);

/** The rules in their plainest form: one request, and what has become of it. */
interface ModelRequest {
  state: 'open' | 'counted' | 'released';
  isReport: boolean;
  attempts: number;
  isPaid: boolean;
  openUntil: number;
  settledAt: number;
}

class Model {
  now = 0;
  limit = 3;
  overQuota = 0;
  readonly maxOpen = 2;
  readonly requests = new Map<number, ModelRequest>();

  get used() {
    return [...this.requests.values()].filter(({ isPaid }) => isPaid).length;
  }
  get open() {
    return [...this.requests.values()].filter(({ state }) => state === 'open').length;
  }

  ask(name: number): Admission['state'] {
    const known = this.requests.get(name);
    if (known?.isReport) return 'other-content';
    if (known?.state === 'open') return 'in-progress';
    if (known?.state === 'counted' && (known.attempts > 2 || this.now > known.settledAt + 900)) return 'answered';
    if (!known?.isPaid && this.used >= this.limit) return 'exhausted';
    if (this.open >= this.maxOpen) return 'busy';
    const attempts = (known?.attempts ?? 0) + 1;
    const settledAt = known?.isPaid ? known.settledAt : -1;
    const times = { openUntil: this.now + 180, settledAt };
    this.requests.set(name, { state: 'open', isReport: false, attempts, isPaid: true, ...times });
    return 'admitted';
  }

  report(name: number): 'counted' | 'over-quota' | 'known' {
    if (this.requests.has(name)) return 'known';
    if (this.used >= this.limit) {
      this.overQuota += 1;
      return 'over-quota';
    }
    const times = { openUntil: -1, settledAt: this.now };
    this.requests.set(name, { state: 'counted', isReport: true, attempts: 1, isPaid: true, ...times });
    return 'counted';
  }

  finish(name: number, attempts: number, state: 'counted' | 'released'): boolean {
    const known = this.requests.get(name);
    if (known?.state !== 'open' || known.attempts !== attempts) return false;
    const stays = known.settledAt >= 0;
    known.state = stays ? 'counted' : state;
    known.isPaid = known.state === 'counted';
    if (!stays) known.settledAt = this.now;
    return true;
  }

  crash(): number {
    const overdue = [...this.requests].filter(([, each]) => each.state === 'open' && each.openUntil <= this.now);
    for (const [name, { attempts }] of overdue) this.finish(name, attempts, 'released');
    return overdue.length;
  }
}

async function follow(steps: readonly Step[]): Promise<void> {
  const account = anAccount();
  await database.kysely.insertInto('accounts').values(account).execute();
  const model = new Model();
  const ids = new Map<number, string>();
  const idOf = (name: number) => ids.get(name) ?? ids.set(name, randomUUID()).get(name)!;
  const start = new Date('2026-03-10T12:00:00.000Z');
  const now = () => new Date(start.getTime() + model.now * 1000);
  const allowance = () => {
    const { limit, maxOpen } = model;
    return { pool: 'online' as const, cycleStart: start, limit, maxOpen };
  };
  const act = async (each: Step) => {
    if (each.do === 'wait') model.now += each.seconds;
    if (each.do === 'upgrade') model.limit = each.limit;
    if (each.do === 'crash') expect(await releaseOverdue(database, now())).toBe(model.crash());
    if (each.do === 'ask') {
      const given = {
        ...{ account_id: account.id, request_id: idOf(each.request), feature: 'text-enhancement' as const },
        ...{ operation: 'enhance', fingerprint: null, recording_seconds: null, language: 'de' },
      };
      const { state } = await admit(database, given, allowance(), now());
      expect(state).toBe(model.ask(each.request));
    }
    if (each.do === 'report') {
      const given = {
        ...{ request_id: idOf(each.request), operation: 'transcribe', outcome: 'reported' },
        ...{ requested_at: now(), settled_at: now(), recording_seconds: 10, language: 'de', model: 'small' },
      };
      const states = await database.kysely.transaction().execute((trx) => {
        const here = actIn(trx, { config: readConfig({}), clock: now });
        return countReports(here, account.id, [{ report: given, allowance: allowance() }]);
      });
      expect(states!.get(given.request_id) ?? 'known').toBe(model.report(each.request));
    }
    if (each.do === 'finish') {
      const attempts = Math.max(1, (model.requests.get(each.request)?.attempts ?? 1) - (each.isLate ? 1 : 0));
      const attempt = { account_id: account.id, request_id: idOf(each.request), attempts };
      const isSettled =
        (await finish(database, attempt, { state: each.state, outcome: 'changed' }, now())) !== undefined;
      expect(isSettled).toBe(model.finish(each.request, attempts, each.state));
    }
  };
  for (const each of steps) {
    await act(each);
    const row = await database.kysely
      .selectFrom('quota_counters')
      .select(['used', 'open', 'over_quota'])
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    const { used, open, over_quota } = row ?? { used: 0, open: 0, over_quota: 0 };
    expect([used, open, over_quota]).toEqual([model.used, model.open, model.overQuota]);
    const month = await findUsedMonth(database.kysely, account.id, start);
    const counted = month.days.reduce((sum, { requests }) => sum + requests, 0);
    expect([month.used.online, counted]).toEqual([model.used, model.used]);
  }
  // Whoever crashed leaves nothing that the next run would find.
  model.now += 180;
  await act({ do: 'crash' });
}

it('the ledger counts as its rules do, whatever happens in whatever order', { timeout: 600_000 }, async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(steps, follow), { numRuns: runs, ...seed });
});
