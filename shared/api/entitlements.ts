import * as z from 'zod/mini';
import { heldPlanNames } from '../business/plans.ts';
import { platformNames } from '../business/product.ts';
import { time } from './instant.ts';
import { quotas } from './usage.ts';

/** Body of `POST /api/entitlements`. */
export const entitlementRequest = z.strictObject({
  /** Made by the app when it is installed; an entitlement is good on that installation alone. Not stored. */
  installationId: z.uuid(),
  platform: z.enum(platformNames),
});

/** Answer. */
export const entitlementAnswer = z.object({
  /** A signed token (RFC 7515, compact, EdDSA) with the claims below; its key is at `/.well-known/entitlement-keys.json`. */
  entitlement: z.string(),
  /** An app whose clock goes back behind the latest of these refuses to go on offline. */
  serverTime: time,
  /** When the app should ask again. */
  refreshAfter: time,
});

export type EntitlementAnswer = z.infer<typeof entitlementAnswer>;

/** `country`: the holder lives where the product may not be used. `holder`, `company`: who has ended the account. */
export const closingReason = z.enum(['country', 'holder', 'company']);

/** What an entitlement says, and what an app must find in it before it works offline. Times in seconds since 1970. */
export const entitlementClaims = z.object({
  /** The origin of the site. */
  iss: z.string(),
  /** The app's client id at the login provider. */
  aud: z.string(),
  /** The login provider's user id. */
  sub: z.string(),
  installation: z.uuid(),
  platform: z.enum(platformNames),
  iat: z.number(),
  exp: z.number(),
  plan: z.enum(heldPlanNames),
  /** As they stood at `iat`; what is used offline since then, the app counts itself. */
  quotas,
  maxRecordingSeconds: z.number(),
  minimumVersion: z.string(),
  /** When the account ends, and why; null: it does not. Entitlements of before December 2026 do not say. */
  closing: z.optional(z.nullable(z.object({ at: z.number(), reason: closingReason }))),
});

/** Answer of `/.well-known/entitlement-keys.json`. */
export const entitlementKeys = z.object({
  keys: z.array(
    z.looseObject({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

/** `typ` in the header of an entitlement: no other token of ours passes for one. */
export const entitlementType = 'entitlement+jwt';
