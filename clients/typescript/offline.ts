import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Client } from './client.ts';
import { ClientFault } from './faults.ts';
import { type EntitlementClaims, mostReports, type SpeechReport, type SpeechResult } from './generated-types.ts';
import type { Session } from './session.ts';
import { isOlder } from './versions.ts';

/** A recording that was made into text offline, told to the service later. */
export interface OfflineRecording {
  id: string;
  /** Whose it is: told to the service under no other account. */
  accountId: string;
  startedAt: string;
  seconds: number;
  language: SpeechReport['language'];
  model: string;
  isReported: boolean;
}

/** What an app keeps to work offline. No text: neither what was said nor what was written. */
export interface OfflineState {
  /** Made once, at the installation. */
  installationId: string;
  entitlement?: { token: string; refreshAfter: string };
  /** What proves entitlements, fetched while online. */
  keys?: JSONWebKeySet;
  /** The latest time that the service or the clock ever told, in milliseconds: a clock before it was turned back. */
  latestMs: number;
  /** Since the entitlement was made, and what is still to be reported. */
  recordings: OfflineRecording[];
}

/** Where it is kept: written whole, as the app may end at any moment. */
export interface OfflineStore {
  readonly kept: OfflineState;
  save(changes: Partial<OfflineState>): void;
}

export interface OfflineConfig {
  siteOrigin: string;
  clientId: string;
  version: string;
  platform: 'windows' | 'macos';
  now: () => number;
}

/** Clocks are set by hand and by networks; a step back of minutes is no trick. */
const clockToleranceMs = 10 * 60_000;

/** What an app may do without a connection, and what it owes the service afterwards. */
export class Offline {
  readonly #config: OfflineConfig;
  readonly #store: OfflineStore;
  readonly #session: Pick<Session, 'user'>;

  constructor(config: OfflineConfig, store: OfflineStore, session: Pick<Session, 'user'>) {
    this.#config = config;
    this.#store = store;
    this.#session = session;
  }

  /** Fetches what proves entitlements, and a new one. What it says was used includes what has been reported before. */
  async refresh(client: Client): Promise<EntitlementClaims> {
    const { installationId, recordings } = this.#store.kept;
    const reported = new Set(recordings.flatMap(({ id, isReported }) => (isReported ? [id] : [])));
    const keys = (await client.read('getEntitlementKeys')) as JSONWebKeySet;
    const body = { installationId, platform: this.#config.platform };
    const { entitlement: token, serverTime, refreshAfter } = await client.call('getEntitlement', { body });
    this.#store.save({
      keys,
      entitlement: { token, refreshAfter },
      // The service's time is right: a clock that ran ahead is forgiven when the app is online.
      latestMs: Date.parse(serverTime),
      // As they are by now: more may have been made meanwhile.
      recordings: this.#store.kept.recordings.filter(({ id }) => !reported.has(id)),
    });
    return this.#check(Date.parse(serverTime));
  }

  /**
   * What the app may do now, offline. Throws where the entitlement is missing, forged, of another user, installation or app, or
   * over, and where the clock was turned back.
   */
  async require(): Promise<EntitlementClaims> {
    const { latestMs } = this.#store.kept;
    const nowMs = this.#config.now();
    if (nowMs < latestMs - clockToleranceMs)
      throw new ClientFault(
        'clock',
        `The clock of this computer is before ${new Date(latestMs).toISOString()}. Set it right, or go online.`,
      );
    const claims = await this.#check(nowMs);
    this.#store.save({ latestMs: Math.max(latestMs, nowMs) });
    return claims;
  }

  /** How many offline requests are left, or null without a limit; what was recorded since the entitlement counts as well. */
  countLeft({ sub, quotas: { offline } }: EntitlementClaims): number | null {
    if (offline.limit === null) return null;
    const nowMs = this.#config.now();
    const resetsMs = offline.resetsAt === null ? Number.POSITIVE_INFINITY : Date.parse(offline.resetsAt);
    const isNewMonth = nowMs >= resetsMs;
    const here = this.#store.kept.recordings.filter(
      ({ accountId, startedAt }) => accountId === sub && (!isNewMonth || Date.parse(startedAt) >= resetsMs),
    ).length;
    return Math.max(0, offline.limit - (isNewMonth ? 0 : offline.used) - here);
  }

  /** Counts a recording before it is made into text: the entitlement is asked, and the recording is kept to be reported. */
  async record(recording: Pick<OfflineRecording, 'seconds' | 'language' | 'model'>): Promise<{ left: number | null }> {
    const claims = await this.require();
    const left = this.countLeft(claims);
    if (left === 0)
      throw new ClientFault(
        'quota',
        `The offline requests of this month are used up. They start anew at ${claims.quotas.offline.resetsAt}.`,
      );
    const startedAt = new Date(this.#config.now()).toISOString();
    const made = { ...recording, id: randomUUID(), accountId: claims.sub, startedAt, isReported: false };
    this.#store.save({ recordings: [...this.#store.kept.recordings, made] });
    return { left: left === null ? null : left - 1 };
  }

  /**
   * Tells the service what whoever is signed in has recorded. What is not confirmed is told again; it counts once. What somebody else
   * recorded here waits until they sign in again.
   */
  async report(client: Client): Promise<SpeechResult[]> {
    const results: SpeechResult[] = [];
    for (;;) {
      const open = this.#store.kept.recordings
        .filter(({ accountId, isReported }) => !isReported && accountId === client.session.user?.userId)
        .slice(0, mostReports);
      if (!open.length) return results;
      const requests = open.map(({ isReported: _, accountId: __, seconds, ...each }) => ({
        ...{ ...each, mode: 'offline' as const },
        // One that the service cannot read would keep all others from being reported.
        seconds: Math.max(0, Math.round(seconds) || 0),
      }));
      const answer = await client.call('reportSpeech', { body: { requests } });
      results.push(...answer.results);
      const done = new Set(answer.results.map(({ id }) => id));
      if (!open.some(({ id }) => done.has(id))) return results;
      const marked = this.#store.kept.recordings.map((each) =>
        done.has(each.id) ? { ...each, isReported: true } : each,
      );
      this.#store.save({ recordings: marked });
    }
  }

  async #check(nowMs: number): Promise<EntitlementClaims> {
    const { siteOrigin, clientId, version } = this.#config;
    const { entitlement, keys, installationId } = this.#store.kept;
    if (!entitlement || !keys) throw new ClientFault('go-online', 'Go online once.');
    const { payload } = await jwtVerify<EntitlementClaims>(entitlement.token, createLocalJWKSet(keys), {
      algorithms: ['EdDSA'],
      typ: 'entitlement+jwt',
      issuer: siteOrigin,
      audience: clientId,
      currentDate: new Date(nowMs),
    }).catch((error: Error) => {
      throw new ClientFault('go-online', `The entitlement is not good (${error.message}). Go online.`);
    });
    // Signed by the service, so that its form is right; those of an older one lack what came later.
    const claims = payload as EntitlementClaims;
    if (claims.sub !== this.#session.user?.userId)
      throw new ClientFault('go-online', 'The entitlement is not that of whoever is signed in. Go online.');
    if (claims.installation !== installationId)
      throw new ClientFault('go-online', 'The entitlement is of another installation. Go online.');
    if (isOlder(version, claims.minimumVersion))
      throw new ClientFault('update', `This version is too old: ${claims.minimumVersion} or newer is needed.`);
    if (claims.closing && nowMs >= claims.closing.at * 1000)
      throw new ClientFault(
        'go-online',
        `The account has ended at ${new Date(claims.closing.at * 1000).toISOString()}.`,
      );
    return claims;
  }
}
