import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type * as z from 'zod/mini';
import { entitlementClaims, entitlementType } from '../../shared/api/entitlements.ts';
import type { SpeechAnswer } from '../../shared/api/speech.ts';
import { apiPaths, entitlementKeysPath } from '../../shared/api-paths.ts';
import { speechReports } from '../../shared/business/speech.ts';
import { ExplainedFault } from '../stand-in.ts';
import type { DesktopConfig } from './config.ts';
import type { Kept, Keychain, OfflineRecording } from './keychain.ts';
import type { Service } from './service.ts';

export type Entitlement = z.infer<typeof entitlementClaims>;

/** Clocks are set by hand and by networks; a step back of minutes is no trick. */
const clockToleranceMs = 10 * 60_000;

/** Fetches what proves entitlements, and a new one. What it says was used includes what has been reported. */
export async function refreshEntitlement(service: Service, keychain: Keychain): Promise<Entitlement> {
  const keys = (await service.read(entitlementKeysPath)) as JSONWebKeySet;
  const { installationId } = keychain.kept;
  const body = { installationId, platform: service.config.platform };
  const response = await service.call(apiPaths.entitlements, { method: 'POST', body });
  const { entitlement, serverTime, refreshAfter } = (await response.json()) as Record<string, string>;
  keychain.save({
    keys,
    entitlement: { token: entitlement!, refreshAfter: refreshAfter! },
    // The service's time is right: a clock that ran ahead is forgiven when the app is online.
    latestMs: Date.parse(serverTime!),
    recordings: keychain.kept.recordings.filter(({ isReported }) => !isReported),
  });
  return checkEntitlement(service.config, keychain.kept, Date.parse(serverTime!));
}

/**
 * What the app may do now, offline. Throws where the entitlement is missing, forged, of another installation or app, or over,
 * and where the clock was turned back.
 */
export async function requireEntitlement(config: DesktopConfig, keychain: Keychain): Promise<Entitlement> {
  const { latestMs } = keychain.kept;
  const nowMs = config.now();
  if (nowMs < latestMs - clockToleranceMs)
    throw new ExplainedFault(
      `The clock of this computer is before ${new Date(latestMs).toISOString()}. Set it right, or go online.`,
    );
  const entitlement = await checkEntitlement(config, keychain.kept, nowMs);
  keychain.save({ latestMs: Math.max(latestMs, nowMs) });
  return entitlement;
}

async function checkEntitlement(config: DesktopConfig, kept: Kept, nowMs: number): Promise<Entitlement> {
  if (!kept.entitlement || !kept.keys) throw new ExplainedFault('Go online once: npm run desktop -- entitlement');
  const { payload } = await jwtVerify(kept.entitlement.token, createLocalJWKSet(kept.keys), {
    algorithms: ['EdDSA'],
    typ: entitlementType,
    issuer: config.siteOrigin,
    audience: config.clientId,
    currentDate: new Date(nowMs),
  }).catch((error: Error) => {
    throw new ExplainedFault(
      `The entitlement is not good (${error.message}). Go online: npm run desktop -- entitlement`,
    );
  });
  const entitlement = entitlementClaims.parse(payload);
  if (entitlement.installation !== kept.installationId)
    throw new ExplainedFault('The entitlement is of another installation. Go online: npm run desktop -- entitlement');
  if (isOlder(config.version, entitlement.minimumVersion))
    throw new ExplainedFault(`This version is too old: ${entitlement.minimumVersion} or newer is needed.`);
  return entitlement;
}

const isOlder = (version: string, minimum: string) => version.localeCompare(minimum, 'en', { numeric: true }) < 0;

/** How many offline requests are left, or null without a limit; what was recorded since the entitlement counts as well. */
export function countLeft(
  { sub, quotas: { offline } }: Entitlement,
  recordings: readonly OfflineRecording[],
  nowMs: number,
) {
  if (offline.limit === null) return null;
  const resetsMs = offline.resetsAt === null ? Number.POSITIVE_INFINITY : Date.parse(offline.resetsAt);
  const isNewMonth = nowMs >= resetsMs;
  const here = recordings.filter(
    ({ accountId, startedAt }) => accountId === sub && (!isNewMonth || Date.parse(startedAt) >= resetsMs),
  ).length;
  return Math.max(0, offline.limit - (isNewMonth ? 0 : offline.used) - here);
}

/** Makes a recording into text, as far as anybody can tell: the entitlement is asked and the recording is kept to be reported. */
export async function recordOffline(
  config: DesktopConfig,
  keychain: Keychain,
  { seconds, language }: { seconds: number; language: string },
): Promise<{ left: number | null }> {
  const entitlement = await requireEntitlement(config, keychain);
  const left = countLeft(entitlement, keychain.kept.recordings, config.now());
  if (left === 0)
    throw new ExplainedFault(
      `The offline requests of this month are used up. They start anew at ${entitlement.quotas.offline.resetsAt}.`,
    );
  const startedAt = new Date(config.now()).toISOString();
  const made = { startedAt, seconds, language, model: 'stand-in', isReported: false };
  const recording = { id: randomUUID(), accountId: entitlement.sub, ...made };
  keychain.save({ recordings: [...keychain.kept.recordings, recording] });
  return { left: left === null ? null : left - 1 };
}

/**
 * Tells the service what whoever is signed in has recorded. What is not confirmed is told again; it counts once. What somebody else
 * recorded here waits until they sign in again.
 */
export async function report(service: Service, keychain: Keychain): Promise<SpeechAnswer['results']> {
  const results: SpeechAnswer['results'] = [];
  for (;;) {
    const open = keychain.kept.recordings
      .filter(({ accountId, isReported }) => !isReported && accountId === service.session?.userId)
      .slice(0, speechReports.max);
    if (!open.length) return results;
    const requests = open.map(({ isReported: _, accountId: __, ...recording }) => ({ ...recording, mode: 'offline' }));
    const response = await service.call(apiPaths.speechRequests, { method: 'POST', body: { requests } });
    const answer = (await response.json()) as SpeechAnswer;
    results.push(...answer.results);
    const done = new Set(open.map(({ id }) => id));
    keychain.save({
      recordings: keychain.kept.recordings.map((each) => (done.has(each.id) ? { ...each, isReported: true } : each)),
    });
  }
}
