import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import {
  compareSemanticVersions,
  readSemanticVersion,
  type SemanticVersion,
} from '../../../shared/semantic-version.ts';
import type { Config } from '../../config/config.ts';
import type { DesktopGuards, FeatureDependencies } from '../../contract/feature.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { RequireSession } from '../../http/authentication.ts';
import { Problem } from '../../http/problem.ts';
import type { Session } from '../../http/session.ts';
import { connectLoginProvider, LoginProviderUnreachable } from '../../integrations/login-provider.ts';
import { sha256Hex } from '../../sha256.ts';
import { findSuspension } from '../measures/measures.ts';
import { countSignedInBefore, enterSession, findStanding, removeSignedInBefore } from './desktop.queries.ts';

const signInMs = retention.keychainLoginTokenDays * dayMs;

type GuardDependencies = Pick<FeatureDependencies, 'config' | 'database' | 'clock' | 'log'>;

/** In characters. */
const longestVersion = 64;

const signedInAt = new WeakMap<FastifyRequest, Date>();

/** When the person behind a request signed in to the app; only on routes that require the app. */
export function getSignInTime(request: FastifyRequest): Date {
  const time = signedInAt.get(request);
  if (!time) throw new Error('This route does not require the desktop app.');
  return time;
}

/**
 * Lets in only the desktop app: its own client, no page of a browser, a version that is still served, an account in good
 * standing whose holder accepted the documents, and a sign-in of the last 15 days. A public client cannot prove more
 * (RFC 8252, section 8.6).
 */
export function guardDesktop(requireToken: RequireSession, deps: GuardDependencies): DesktopGuards {
  const findSignIn = createSignInSearch(deps);
  const requireClient: onRequestAsyncHookHandler = async function (request, reply) {
    if (request.headers.origin !== undefined) throw new Problem('desktop-app-required');
    await requireToken.onRequest.call(this, request, reply);
  };
  const requireStanding = async (request: FastifyRequest) => {
    requireCountry(request, deps.config.desktop);
    const { session } = request;
    const standing = await findStanding(deps.database.kysely, session.userId, hashOf(session.sessionId));
    if (standing?.status === 'suspended')
      throw new Problem('account-suspended', {
        members: (await findSuspension(deps.database.kysely, session.userId)) ?? {},
      });
    if (standing?.status === 'ended') throw new Problem('account-ended');
    if (standing?.isRestricted) throw new Problem('account-restricted');
    if (!standing || !legalDocuments.every((document) => standing.accepted.includes(document)))
      throw new Problem('confirmation-missing', {
        detail: 'The documents are accepted on the website, before a download.',
      });
    const at = standing.signedInAt ?? (await findSignIn(session));
    requireRecentSignIn(at, deps.clock());
    signedInAt.set(request, at);
  };
  const requireApp: onRequestAsyncHookHandler = async function (request, reply) {
    await requireClient.call(this, request, reply);
    await requireStanding(request);
  };
  return {
    requireDesktopClient: { onRequest: requireClient },
    async findDesktopProblem(request) {
      try {
        await requireStanding(request);
        requireSupportedVersion(request.headers['app-version'], deps.config.desktop);
        return undefined;
      } catch (error) {
        // What the app itself does wrong is no state of the account.
        if (error instanceof Problem && error.code !== 'malformed-request') return error;
        throw error;
      }
    },
    requireAnyDesktop: { onRequest: requireApp },
    requireDesktop: {
      async onRequest(request, reply) {
        await requireApp.call(this, request, reply);
        requireSupportedVersion(request.headers['app-version'], deps.config.desktop);
      },
    },
  };
}

/** Until when a sign-in of the app is good. */
export const findSignInEnd = (at: Date): Date => new Date(at.getTime() + signInMs);

function requireRecentSignIn(at: Date, now: Date): void {
  if (now <= findSignInEnd(at)) return;
  // RFC 9470, section 3.
  const challenge = `Bearer error="insufficient_user_authentication", max_age=${signInMs / 1000}`;
  throw new Problem('sign-in-too-old', { headers: { 'www-authenticate': challenge } });
}

/** The provider knows when the session began, also of one that was seen and forgotten. When it is silent, it begins now. */
function createSignInSearch({ config, database, clock, log }: GuardDependencies): (session: Session) => Promise<Date> {
  const provider = connectLoginProvider(config.login);
  return async ({ userId, sessionId }) => {
    const ageMs = await provider.findSessionAgeMs(userId, sessionId).catch((error: unknown) => {
      if (!(error instanceof LoginProviderUnreachable)) throw error;
      log.warn({ err: error }, 'the login provider did not say when a session of the app began');
      return undefined;
    });
    return enterSession(database.kysely, {
      session_sha256: hashOf(sessionId),
      account_id: userId,
      signed_in_at: new Date(clock().getTime() - Math.max(0, ageMs ?? 0)),
    });
  };
}

/** What `App-Version` says. Windows adds a fourth number, which says nothing here. */
export function readAppVersion(given: unknown): SemanticVersion | undefined {
  if (typeof given !== 'string' || given.length > longestVersion) return undefined;
  return readSemanticVersion(given.replace(/^((?:\d+\.){2}\d+)\.\d+$/, '$1'));
}

/** A pre-release counts as the version that it comes before. */
function requireSupportedVersion(given: unknown, { minimumVersion }: Config['desktop']): void {
  const version = readAppVersion(given);
  if (!version)
    throw new Problem('malformed-request', { detail: 'The header App-Version names the version, such as 1.2.3.' });
  const minimum = readSemanticVersion(minimumVersion)!;
  if (compareSemanticVersions({ ...version, prerelease: [] }, minimum) >= 0) return;
  throw new Problem('app-version-not-supported', { detail: `The oldest version that is served is ${minimumVersion}.` });
}

/** What the proxy says of the address; whoever is eligible by residence and elsewhere for a while is the operator's choice. */
function requireCountry(request: FastifyRequest, { blockedCountries, countryHeader }: Config['desktop']): void {
  if (!countryHeader || !blockedCountries.length) return;
  // Without a trusted proxy in between, Fastify sees no forwarded address, and the header is the sender's own word.
  const isFromProxy = request.ips !== undefined && request.ips.length > 1;
  const country = isFromProxy ? request.headers[countryHeader] : undefined;
  if (typeof country === 'string' && blockedCountries.includes(country.trim().toUpperCase()))
    throw new Problem('country-blocked');
}

export const desktopSessionRetention: RetentionRule = {
  name: 'desktop-sessions',
  cutoff: (now) => new Date(now.getTime() - retention.desktopSignInRecordDays * dayMs),
  count: countSignedInBefore,
  remove: removeSignedInBefore,
};

/** Ids of sessions are not stored: who holds one can sign its owner out. */
const hashOf = (sessionId: string) => sha256Hex(sessionId);
