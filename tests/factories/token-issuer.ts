import { createSign, KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
type PrivateKey = KeyPair['privateKey'];

/**
 * Pairs of issuers that were closed. Making one takes longer than most tests that need one; no two issuers have the same
 * at a time.
 */
const sparePairs: KeyPair[] = [];

/** The part of a login provider that the API depends on: keys over HTTP, and tokens signed with them. */
export interface TokenIssuer {
  /** Settings that make a server accept this issuer's tokens. */
  environment: Record<
    | 'LOGIN_CLIENT_ID'
    | 'LOGIN_DESKTOP_CLIENT_ID'
    | 'LOGIN_API_HOSTNAME'
    | 'LOGIN_API_KEY'
    | 'LOGIN_ISSUERS'
    | 'LOGIN_JWKS_URL'
    | 'LOGIN_DESKTOP_JWKS_URL',
    string
  >;
  clientId: string;
  desktopClientId: string;
  issuer: string;
  /** A valid access token for `userId`; given claims replace the usual ones, `undefined` omits one. */
  tokenFor(
    userId: string,
    claims?: Record<string, unknown>,
    header?: { kid?: string; key?: PrivateKey },
  ): Promise<string>;
  /** The same for the desktop app's client. */
  desktopTokenFor(userId: string, claims?: Record<string, unknown>): Promise<string>;
  /** Signs anything, even what no library would: a claims text is used unchanged. */
  sign(header: object, claims: object | string | Buffer): string;
  /** The claims of a valid token for `userId`. */
  claimsFor(userId: string): Record<string, unknown>;
  /** From now on tokens are signed with a new key; the old one is no longer published. */
  rotateKey(): Promise<void>;
  /** The key that is currently published, with the id that tokens name. */
  publicKey(): JWK & { kid: string };
  /** Answers the next requests for keys in a given way; without an argument, normally again. */
  answerKeysWith(answer?: (response: ServerResponse) => void): void;
  /** When sessions began, by id; those not named began now. */
  sessionStarts: Map<string, Date>;
  /** The address that the management API tells of a user, and that it has verified; by itself it knows nobody. */
  findEmail: { of: (userId: string) => Promise<string | undefined> };
  /** Users that were removed. */
  removedUsers: string[];
  /** The status with which the management API refuses everything; null while it answers. */
  refuseManagementWith: { status: number | null };
  keysRead(): number;
  /** Every address that was requested. */
  addressesRead(): string[];
  close(): Promise<void>;
}

const clientId = 'client_test';
const desktopClientId = 'client_desktop';
const apiKey = 'sk_test';

/** Starts an issuer on a free port of this machine, or on `port`. */
export async function startTokenIssuer(port = 0): Promise<TokenIssuer> {
  let current: { kid: string; privateKey: PrivateKey; publicJwk: JWK & { kid: string } };
  const pairs: KeyPair[] = [];
  const rotateKey = async () => {
    const pair = sparePairs.shift() ?? (await generateKeyPair('RS256', { extractable: true }));
    const { privateKey, publicKey } = pair;
    const kid = `key-${pairs.push(pair)}`;
    current = { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
  };
  await rotateKey();

  const answerProperly = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [current.publicJwk] }));
  };
  let answer = answerProperly;
  const reads: string[] = [];
  const sessionStarts = new Map<string, Date>();
  const removedUsers: string[] = [];
  const findEmail: TokenIssuer['findEmail'] = { of: async () => undefined };
  const refuseManagementWith: TokenIssuer['refuseManagementWith'] = { status: null };
  const answerManagement = async (
    { method, headers, url }: IncomingMessage,
    userId: string,
    response: ServerResponse,
  ) => {
    if (headers.authorization !== `Bearer ${apiKey}`) return response.writeHead(401).end();
    if (refuseManagementWith.status) return response.writeHead(refuseManagementWith.status).end();
    if (method === 'DELETE') {
      const isKnown = !removedUsers.includes(userId);
      removedUsers.push(userId);
      return response.writeHead(isKnown ? 200 : 404).end();
    }
    response.setHeader('content-type', 'application/json');
    if (!url?.includes('/sessions')) {
      const email = await findEmail.of(userId);
      if (email === undefined) return response.writeHead(404).end();
      return response.end(JSON.stringify({ object: 'user', id: userId, email, email_verified: true }));
    }
    const id = `session_of_${userId}`;
    const data = [{ object: 'session', id, created_at: (sessionStarts.get(id) ?? new Date()).toISOString() }];
    return response.end(JSON.stringify({ object: 'list', data }));
  };
  const server = createServer((request, response) => {
    reads.push(request.url ?? '');
    const userId = /^\/user_management\/users\/([^/?]+)/.exec(request.url ?? '')?.[1];
    if (userId) void answerManagement(request, decodeURIComponent(userId), response);
    else answer(response);
  });
  const origin = await listen(server, port);
  const issuer = `${origin}/user_management/${clientId}`;
  const desktopIssuer = `${origin}/user_management/${desktopClientId}`;
  const claimsFor = (userId: string) => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    return { iss: issuer, sub: userId, sid: `session_of_${userId}`, iat: nowSeconds, exp: nowSeconds + 300 };
  };
  const tokenFor: TokenIssuer['tokenFor'] = (
    userId,
    claims = {},
    { kid = current.kid, key = current.privateKey } = {},
  ) => new SignJWT({ ...claimsFor(userId), ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  return {
    environment: {
      LOGIN_CLIENT_ID: clientId,
      LOGIN_DESKTOP_CLIENT_ID: desktopClientId,
      LOGIN_API_HOSTNAME: new URL(origin).host,
      LOGIN_API_KEY: apiKey,
      LOGIN_ISSUERS: `${issuer},${desktopIssuer}`,
      LOGIN_JWKS_URL: `${origin}/sso/jwks/${clientId}`,
      LOGIN_DESKTOP_JWKS_URL: `${origin}/sso/jwks/${desktopClientId}`,
    },
    clientId,
    desktopClientId,
    issuer,
    tokenFor,
    desktopTokenFor: (userId, claims = {}) =>
      tokenFor(userId, { iss: desktopIssuer, client_id: desktopClientId, ...claims }),
    sign(header, claims) {
      const text = typeof claims === 'string' || Buffer.isBuffer(claims) ? claims : JSON.stringify(claims);
      const signed = [JSON.stringify(header), text].map((part) => Buffer.from(part).toString('base64url')).join('.');
      const signature = createSign('sha256').update(signed).sign(KeyObject.from(current.privateKey), 'base64url');
      return `${signed}.${signature}`;
    },
    claimsFor,
    rotateKey,
    publicKey: () => current.publicJwk,
    answerKeysWith(next = answerProperly) {
      answer = next;
    },
    sessionStarts,
    findEmail,
    removedUsers,
    refuseManagementWith,
    keysRead: () => reads.length,
    addressesRead: () => reads,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      sparePairs.push(...pairs.splice(0));
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The token issuer has no port.');
  return `http://127.0.0.1:${address.port}`;
}
