import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type * as z from 'zod/mini';
import type { EntitlementAnswer, entitlementClaims, entitlementRequest } from '../../../shared/api/entitlements.ts';
import { entitlementType } from '../../../shared/api/entitlements.ts';
import { failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { retention } from '../../../shared/business/retention.ts';
import { entitlementCheckHours } from '../../../shared/business/speech.ts';
import { longestRecordingSeconds } from '../../../shared/business/text-service.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { type AccountPlan, findPlanAt } from '../../billing/contracts/contracts.ts';
import type { Config } from '../../config/config.ts';
import type { Queries } from '../../database/schema.ts';
import { findClosingTime } from '../../people/accounts/accounts.ts';
import { findSignInEnd } from '../desktop/desktop.ts';
import { describeQuotas } from '../quotas/quotas.ts';

type Claims = z.infer<typeof entitlementClaims>;

interface Holder {
  accountId: string;
  signedInAt: Date;
}

/**
 * Says what the app may do on one installation while it is offline: for 15 days at most, for as long as the sign-in is good, not
 * beyond the end of the account, and for a few days after what is paid for. Whoever is suspended meanwhile is met at its end.
 */
export async function makeEntitlement(
  queries: Queries,
  { config, signer }: { config: Config; signer: EntitlementSigner },
  { accountId, signedInAt }: Holder,
  { installationId, platform }: z.infer<typeof entitlementRequest>,
  now: Date,
): Promise<EntitlementAnswer> {
  const plan = (await findPlanAt(queries, accountId, now))!;
  const [{ quotas }, closesAt] = await Promise.all([
    describeQuotas(queries, accountId, plan, now),
    findClosingTime(queries, accountId),
  ]);
  const claims: Claims = {
    iss: config.siteOrigin,
    aud: config.login.desktop!.clientId,
    sub: accountId,
    installation: installationId,
    platform,
    iat: toSeconds(now),
    exp: toSeconds(findEnd(plan, { signedInAt, closesAt }, now)),
    plan: plan.heldAs,
    quotas,
    maxRecordingSeconds: longestRecordingSeconds(plan.plan),
    minimumVersion: config.desktop.minimumVersion,
    closing: closesAt && { at: toSeconds(closesAt), reason: 'country' },
  };
  return {
    entitlement: await signer.sign(claims),
    serverTime: now.toISOString(),
    refreshAfter: new Date(now.getTime() + entitlementCheckHours * hourMs).toISOString(),
  };
}

/** Whoever lets a term run out goes on as Free, so that only what is paid for ends. */
function findEnd(
  { servedUntil }: AccountPlan,
  { signedInAt, closesAt }: { signedInAt: Date; closesAt: Date | null },
  now: Date,
): Date {
  const ends = [
    now.getTime() + retention.keychainLoginTokenDays * dayMs,
    findSignInEnd(signedInAt).getTime(),
    ...(closesAt ? [closesAt.getTime()] : []),
    ...(servedUntil ? [servedUntil.getTime() + failedPaymentGraceDays * dayMs] : []),
  ];
  return new Date(Math.min(...ends));
}

/** Down, so that nothing is good a moment longer than it should be. */
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

interface EntitlementSigner {
  sign(claims: Claims): Promise<string>;
  /** What proves entitlements of this key and of former ones (RFC 7517). */
  publicKeys: { keys: JWK[] };
}

export async function createSigner({ entitlementKey, formerEntitlementKeys }: Config): Promise<EntitlementSigner> {
  const keys = await Promise.all([entitlementKey, ...formerEntitlementKeys].map(describeKey));
  const kid = keys[0]!.kid!;
  return {
    publicKeys: { keys },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA', typ: entitlementType, kid }).sign(entitlementKey),
  };
}

async function describeKey(key: KeyObject): Promise<JWK> {
  const jwk = await exportJWK(createPublicKey(key));
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' };
}
