import * as z from 'zod/mini';
import { planNames } from '../business/plans.ts';
import { platformNames } from '../business/product.ts';
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
  serverTime: z.string(),
  /** When the app should ask again. */
  refreshAfter: z.string(),
});

export type EntitlementAnswer = z.infer<typeof entitlementAnswer>;

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
  plan: z.enum(planNames),
  /** As they stood at `iat`; what is used offline since then, the app counts itself. */
  quotas,
  maxRecordingSeconds: z.number(),
  minimumVersion: z.string(),
});

/** `typ` in the header of an entitlement: no other token of ours passes for one. */
export const entitlementType = 'entitlement+jwt';
