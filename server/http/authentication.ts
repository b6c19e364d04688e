import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import { maxTokenSeconds } from '../config/login.ts';
import { type CheckedToken, CheckedTokens } from './checked-tokens.ts';
import { countHeaders } from './header-count.ts';
import { type KeyReading, LoginKeys, LoginKeysUnusable, standardKeyReading } from './login-keys.ts';
import { bearerScheme, desktopScheme } from './openapi-operations.ts';
import { Problem } from './problem.ts';
import type { Session, SessionClient } from './session.ts';

export { maxTokenSeconds };

declare module 'fastify' {
  interface FastifyRequest {
    /** Only on routes that require a session: elsewhere, reading it throws. */
    session: Session;
  }
  interface FastifyContextConfig {
    /** Also open to who acts for a customer, although it changes something: not in the customer's name. */
    forActing?: boolean;
  }
}

/** Spread into the options of a route to let only signed-in users in. */
export interface RequireSession {
  onRequest: onRequestAsyncHookHandler;
}

/** What routes require, by the program they are for. */
export interface SessionGuards {
  requireSession: RequireSession;
  requireEitherClient: RequireSession;
  /** The token alone; see `server/service/desktop/desktop.ts`. */
  requireDesktopToken: RequireSession;
}

/** Marks a route behind sign-in in the description of the API. */
export const sessionSecurity = [{ [bearerScheme]: [] }];

/** The same for one that the website and the desktop app may call. */
export const eitherClientSecurity = [{ [bearerScheme]: [] }, { [desktopScheme]: [] }];

/** Marks a route for the desktop app alone; spread into its schema. */
export const forDesktop = {
  security: [{ [desktopScheme]: [] }],
  headers: z.object({ 'app-version': z.string() }),
};

/** The longest accepted token, in characters; one with hundreds of permissions is half as long. */
const maxTokenLength = 8 * 1024;

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const clockToleranceSeconds = 10;

const maxIdLength = 255;
const id = z.string().check(z.minLength(1), z.maxLength(maxIdLength));
const claimsSchema = z.object({
  iss: z.string(),
  sub: id,
  sid: id,
  iat: z.number(),
  exp: z.number(),
  client_id: z.optional(z.string()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  org_id: z.optional(id),
  role: z.optional(z.string()),
  permissions: z.optional(z.array(z.string())),
  feature_flags: z.optional(z.array(z.string())),
  act: z.optional(z.object({ sub: id })),
});

const sessions = new WeakMap<FastifyRequest, Session>();

/** Who sent the request; undefined where a session was not required. */
export function findSession(request: FastifyRequest): Session | undefined {
  return sessions.get(request);
}

/**
 * Prepares `app` for `request.session` and returns what a route needs to require one. Runs before the body is read.
 * A faulty token, and one of a session that `hasEnded`, is answered with 401 (RFC 6750), unreachable or unusable keys of the
 * login provider with 503; a token of the website where the app's is needed with 403.
 */
export function authenticate(
  app: FastifyInstance,
  login: Config['login'],
  {
    hasEnded = async () => false,
    ...reading
  }: Partial<KeyReading> & { hasEnded?: (session: Session) => Promise<boolean> } = {},
): SessionGuards {
  app.decorateRequest('session', {
    getter() {
      const session = sessions.get(this as FastifyRequest);
      if (!session) throw new Error('This route does not require a session.');
      return session;
    },
  });
  const readKeys = (url: string) =>
    new LoginKeys(url, { ...standardKeyReading, ...reading }, (error) =>
      app.log.error({ err: error }, 'the keys of the login provider cannot be read'),
    );
  const verify = createVerifier(login, {
    website: readKeys(login.jwksUrl),
    desktop: login.desktop && readKeys(login.desktop.jwksUrl),
  });
  const requireClient = (check: (client: SessionClient) => void): RequireSession => ({
    async onRequest(request, reply) {
      // Caches on the way must not store what belongs to one user.
      reply.header('cache-control', 'no-store');
      const session = await verify(readToken(request));
      check(session.client);
      if (await hasEnded(session)) throw invalidToken('signed out');
      sessions.set(request, session);
      const { forActing } = request.routeOptions.config;
      if (!readingMethods.has(request.method) && !forActing) refuseImpersonation(session);
    },
  });
  return {
    requireSession: requireClient((client) => {
      if (client !== 'website') throw invalidToken('other client');
    }),
    requireEitherClient: requireClient(() => {}),
    requireDesktopToken: requireClient((client) => {
      if (client !== 'desktop') throw new Problem('desktop-app-required');
    }),
  };
}

/** The desktop app has keys of its own, where it is configured at all. */
interface ClientKeys {
  website: LoginKeys;
  desktop: LoginKeys | undefined;
}

function createVerifier(login: Config['login'], keys: ClientKeys): (token: string) => Promise<Session> {
  const checkedTokens = new CheckedTokens();
  const check = createTokenCheck(login, keys);

  /** A key that was withdrawn or reread is a different object: the signature is then checked again. */
  async function isStillGood({ session, keyId, key, expiresAt }: CheckedToken): Promise<boolean> {
    return expiresAt > Date.now() / 1000 - clockToleranceSeconds && (await keys[session.client]?.find(keyId)) === key;
  }

  return async (token) => {
    try {
      const known = checkedTokens.find(token);
      if (known && (await isStillGood(known))) return known.session;
      if (known) checkedTokens.forget(token);
      const checked = await check(token);
      checkedTokens.keep(token, checked);
      return checked.session;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw invalidToken(error.code, error);
      if (error instanceof LoginKeysUnusable)
        throw new Problem('login-keys-unreachable', { cause: error, headers: { 'retry-after': '10' } });
      throw error;
    }
  };
}

function createTokenCheck(login: Config['login'], clientKeys: ClientKeys): (token: string) => Promise<CheckedToken> {
  const verify = (token: string, getKey: JWTVerifyGetKey) =>
    jwtVerify(token, getKey, {
      algorithms: ['RS256'],
      issuer: login.issuers,
      clockTolerance: clockToleranceSeconds,
    });
  return async (token) => {
    // Which keys are asked is the token's own word; what they prove must then be of that client.
    const client = namesDesktop(decodeJwt(token), login) ? 'desktop' : 'website';
    const keys = clientKeys[client]!;
    let used: KeyObject | undefined;
    // By its id and nothing else: whatever else a header says about keys (`jwk`, `jku`, `x5u`, `x5c`) is a stranger's
    // word.
    const getKey: JWTVerifyGetKey = async ({ kid }) => {
      if (!isKeyId(kid)) throw new errors.JWSInvalid('The token names no key.');
      used = await keys.find(kid, used);
      if (!used) throw new errors.JWKSNoMatchingKey();
      return used;
    };
    const { payload, protectedHeader } = await verify(token, getKey).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      // Either a forgery, or our copy of the key is wrong. If the provider has nothing newer, it is a forgery.
      return verify(token, getKey).catch(() => {
        throw error;
      });
    });
    const session = Object.freeze(toSession(payload, client, login));
    return { session, keyId: protectedHeader.kid!, key: used!, expiresAt: payload.exp! };
  };
}

/** Senders choose the header, and the library passes it on unchecked. */
function isKeyId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxIdLength;
}

/** An issuer of one client has the client's id in its address. */
function namesDesktop({ iss, client_id, aud }: Record<string, unknown>, { desktop }: Config['login']): boolean {
  if (!desktop) return false;
  return (
    client_id === desktop.clientId || [aud].flat().includes(desktop.clientId) || String(iss).includes(desktop.clientId)
  );
}

function toSession(
  payload: unknown,
  client: SessionClient,
  { clientId: websiteId, desktop }: Config['login'],
): Session {
  const desktopId = desktop?.clientId;
  const [clientId, otherId] = client === 'desktop' ? [desktopId!, websiteId] : [websiteId, desktopId];
  const { data: claims, error } = claimsSchema.safeParse(payload);
  if (!claims) throw invalidToken('claims', error);
  if (claims.iat > Date.now() / 1000 + clockToleranceSeconds) throw invalidToken('issued in the future');
  if (claims.exp - claims.iat > maxTokenSeconds) throw invalidToken('lives too long');
  if (otherId !== undefined && claims.iss.includes(otherId)) throw invalidToken('issuer of another client');
  // An issuer that serves several audiences names the token's audience.
  if (!claims.iss.includes(clientId) && claims.client_id === undefined && claims.aud === undefined)
    throw invalidToken('no client');
  if (claims.client_id !== undefined && claims.client_id !== clientId) throw invalidToken('other client');
  if (claims.aud !== undefined && ![claims.aud].flat().includes(clientId)) throw invalidToken('other audience');
  return {
    client,
    userId: claims.sub,
    sessionId: claims.sid,
    issuedAt: claims.iat,
    ...(claims.org_id !== undefined && { organizationId: claims.org_id }),
    ...(claims.role !== undefined && { role: claims.role }),
    permissions: claims.permissions ?? [],
    featureFlags: claims.feature_flags ?? [],
    ...(claims.act && { actedBy: claims.act.sub }),
  };
}

/** For a route that only reads and yet writes, or hands out a copy of the data: only the customer may accept something or take it along. */
export function refuseImpersonation({ actedBy }: Session): void {
  if (actedBy) throw new Problem('impersonation-not-allowed');
}

function readToken(request: FastifyRequest): string {
  const { authorization } = request.headers;
  // A proxy in front of us may have relied on a different one than we would.
  if (countHeaders(request, 'authorization') > 1) throw invalidToken('several tokens');
  // Without credentials, no error code is returned (RFC 6750, section 3.1).
  if (!authorization) throw new Problem('authentication-required', { headers: { 'www-authenticate': 'Bearer' } });
  const token = /^Bearer +([\w.~+/-]+) *$/i.exec(authorization)?.[1];
  if (!token || token.length > maxTokenLength) throw invalidToken('no token');
  return token;
}

function invalidToken(reason: string, cause?: unknown): Problem {
  return new Problem('authentication-required', {
    cause,
    reason,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}
