import * as z from 'zod/mini';
import { measureReasons } from '../business/measures.ts';
import { heldPlanNames } from '../business/plans.ts';
import { locales } from '../locales.ts';
import { addressStates } from './address-confirmation.ts';
import { documentVersion } from './documents.ts';
import { time } from './instant.ts';
import { quotaCycle, quotas } from './usage.ts';

/** The holder of an ended or suspended account can view it, but can do nothing else with it. */
const accountStatuses = ['active', 'ended', 'suspended'] as const;

const accountEnders = ['holder', 'company'] as const;

export type AccountEnder = (typeof accountEnders)[number];

export type AccountStatus = (typeof accountStatuses)[number];

/**
 * Answer of `GET /api/account`. The profile is empty until the first download has been accepted. Dates as ISO 8601 in
 * UTC.
 */
export const accountAnswer = z.object({
  id: z.string(),
  status: z.enum(accountStatuses),
  /** Once it has ended: when, by whom, and when its data is erased and it cannot be kept any more. */
  end: z.nullable(z.object({ at: time, by: z.enum(accountEnders), erasedAt: time })),
  /** Since when the holder wants the data to be kept and not used; null otherwise. */
  restrictedAt: z.nullable(time),
  /** Since when the holder objects to what rests on a legitimate interest. */
  objectedAt: z.nullable(time),
  /** When it ends because of the holder's country. */
  closesAt: z.nullable(time),
  profile: z.nullable(z.object({ fullName: z.string(), email: z.string(), country: z.string() })),
  /** What is in effect against it, why, and until when; a suspension without one has no noted reason. */
  measures: z.array(
    z.object({
      id: z.string(),
      act: z.enum(['suspend', 'throttle', 'block']),
      reason: z.enum(measureReasons),
      /** Word for word as it was mailed, in the language of that mail. */
      sentence: z.nullable(z.string()),
      until: z.nullable(time),
      /** When its holder has objected, by when a person decides, and whether one has. */
      objection: z.nullable(z.object({ at: time, decideBy: time, isDecided: z.boolean() })),
    }),
  ),
  /** Mails to the address of the profile come back, and no more are sent there. */
  mailReturns: z.boolean(),
  /** Whether mails go to the address of the profile; null without one. */
  emailState: z.nullable(z.enum(addressStates)),
  /** The same of the address in the billing data. */
  billingEmail: z.nullable(z.object({ email: z.string(), state: z.enum(addressStates) })),
  plan: z.enum(heldPlanNames),
  quotas: z.object({
    onlineRequestsPerMonth: z.number(),
    maxOnlineRecordingMinutes: z.number(),
    offlineRequestsPerMonth: z.union([z.number(), z.literal('unlimited')]),
  }),
  cycle: quotaCycle,
  /** How much of the month's quotas is used. */
  usage: quotas,
  acceptedDocuments: z.array(
    z.extend(documentVersion, { id: z.string(), locale: z.enum(locales), sha256: z.string(), acceptedAt: time }),
  ),
});

export type AccountAnswer = z.infer<typeof accountAnswer>;
