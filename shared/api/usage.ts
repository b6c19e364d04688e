import * as z from 'zod/mini';
import { heldPlanNames } from '../business/plans.ts';
import { quotaPools, usageFeatures } from '../business/text-service.ts';
import { day, instant, time } from './instant.ts';

/** Query of `GET /api/usage/export`: from then on (31 days, unless given), and before then, in UTC. */
export const usagePeriod = z.object({ from: z.optional(instant), to: z.optional(instant) });

/** Where a page ends: time in milliseconds and id of its last request, whatever has become of that since. */
const cursor = z.string().check(z.regex(/^\d{13}_[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/));

/** Query of `GET /api/usage`: the same, and `next` of the page before. */
export const usageQuery = z.extend(usagePeriod, { cursor: z.optional(cursor) });

export type UsagePeriod = z.infer<typeof usagePeriod>;
export type UsageQuery = z.infer<typeof usageQuery>;

/** How much of a month's quota is used. An unlimited one has no number, and never ends. */
const quota = z.object({
  limit: z.nullable(z.number()),
  used: z.number(),
  remaining: z.nullable(z.number()),
  /** When it starts anew; null before there is an account. */
  resetsAt: z.nullable(time),
});

export type QuotaAnswer = z.infer<typeof quota>;

export const quotas = z.object({ online: quota, offline: quota });

/** The month of quotas; both start anew at its end. */
export const quotaCycle = z.nullable(z.object({ start: time, end: time }));

/** What every answer says that tells of quotas. */
export interface QuotasAnswer {
  cycle: z.infer<typeof quotaCycle>;
  quotas: z.infer<typeof quotas>;
}

/**
 * Answer of `GET /api/usage`. Dates as ISO 8601 in UTC. Before the first download there is no account, and so no cycle
 * yet. `requests` are the newest first; `next` is the cursor of the following page.
 */
export const usageAnswer = z.object({
  plan: z.enum(heldPlanNames),
  cycle: quotaCycle,
  quotas,
  /** Until when no more texts are written for the account today, whatever its plan; null: they are. */
  dailyCeilingUntil: z.nullable(time),
  /** What each day (UTC) of this month of quotas has added to `used` of each pool, oldest first; other days added nothing. */
  days: z.array(z.object({ day: day, pool: z.enum(quotaPools), requests: z.number() })),
  /** Counted requests of each day (UTC) and feature. */
  totals: z.array(z.object({ day: day, feature: z.enum(usageFeatures), requests: z.number() })),
  requests: z.array(
    z.object({
      id: z.uuid(),
      requestedAt: time,
      feature: z.enum(usageFeatures),
      operation: z.string(),
      pool: z.enum(quotaPools),
      /** `released`: given back. `over-quota`: reported by the app after it was done, until December 2026. Neither counts. */
      state: z.enum(['open', 'counted', 'released', 'over-quota']),
      language: z.string(),
      model: z.nullable(z.string()),
      tokens: z.nullable(z.number()),
    }),
  ),
  next: z.nullable(cursor),
});

export type UsageAnswer = z.infer<typeof usageAnswer>;
