import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { ClientFault } from './faults.ts';
import { tryAgain } from './retry.ts';

/** Where the login provider is, and who the app is there. */
export interface LoginConfig {
  loginOrigin: string;
  clientId: string;
}

export interface Tokens {
  access: string;
  refresh: string;
}

/** Where tokens are kept, such as the keychain of the system: read anew for each use, written before anything else is done. */
export interface TokenStore {
  read(): Tokens | undefined;
  /** Undefined: nobody is signed in any more. */
  write(tokens: Tokens | undefined): void;
}

const signInWaitMs = 5 * 60_000;
/** A token that ends within this time is refreshed before it is used. */
const refreshAheadSeconds = 10;
/** A refresh whose answer was lost works with the same token for half a minute. */
const refreshRepeats = 3;

/** A sign-in and its tokens. */
export class Session {
  readonly #config: LoginConfig;
  readonly #store: TokenStore;
  /** One refresh at a time: the same token must not be sent twice at once. */
  #refreshing: Promise<void> | undefined;

  constructor(config: LoginConfig, store: TokenStore) {
    this.#config = config;
    this.#store = store;
  }

  /** Who is signed in, as the token says. */
  get user(): { userId: string; sessionId: string } | undefined {
    const tokens = this.#store.read();
    if (!tokens) return undefined;
    const { sub, sid } = decodeJwt(tokens.access);
    return { userId: sub!, sessionId: String(sid) };
  }

  /**
   * Signs in by the browser of the system (RFC 8252): listens on a free port of this machine, tells `open` the address of the login
   * provider, and waits for the code that comes back. Only an answer with our own `state` is one.
   */
  async signIn(open: (address: string) => void): Promise<void> {
    const codeVerifier = randomBytes(32).toString('base64url');
    const state = randomBytes(16).toString('base64url');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    try {
      const code = new Promise<string>((resolve, reject) => {
        const late = () => reject(new ClientFault('sign-in', 'Nobody signed in within five minutes.'));
        const timer = setTimeout(late, signInWaitMs);
        server.on('close', () => clearTimeout(timer));
        server.on('request', (request, response) => {
          const { pathname, searchParams } = new URL(request.url ?? '/', redirectUri);
          if (pathname !== '/callback' || !isSame(searchParams.get('state') ?? '', state))
            return answer(response, 404, 'There is nothing here.');
          const error = searchParams.get('error');
          const given = searchParams.get('code');
          answer(response, 200, `You are ${error ? 'not ' : ''}signed in. You can close this page.`);
          if (given) resolve(given);
          else reject(new ClientFault('sign-in', `The sign-in was not completed (${error ?? 'no code'}).`));
        });
      });
      open(authorizeAddress(this.#config, { redirectUri, state, codeVerifier }));
      const grant = { grant_type: 'authorization_code', code: await code, code_verifier: codeVerifier };
      await this.#authenticate(grant);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  /** A token that is good for now. */
  async accessToken(): Promise<string> {
    const tokens = this.#store.read();
    if (!tokens) throw new ClientFault('sign-in', 'Nobody is signed in.');
    const endsIn = (decodeJwt(tokens.access).exp ?? 0) - Date.now() / 1000;
    if (endsIn > refreshAheadSeconds) return tokens.access;
    await this.refresh();
    return this.#store.read()!.access;
  }

  /** Fetches new tokens; where the answer is lost, with the same one again. */
  refresh(): Promise<void> {
    this.#refreshing ??= tryAgain(
      () => this.#authenticate({ grant_type: 'refresh_token', refresh_token: this.#store.read()?.refresh }),
      { repeats: refreshRepeats, judge: (error) => ({ again: !(error instanceof ClientFault) }) },
    ).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Ends the session at the provider, and here; `endAtService` before, while the token is still good. */
  async signOut(endAtService: () => Promise<unknown>): Promise<void> {
    const { user } = this;
    if (!user) return;
    await endAtService().catch(() => {});
    const address = `${this.#config.loginOrigin}/user_management/sessions/logout?session_id=${user.sessionId}`;
    await fetch(address, { redirect: 'manual' }).catch(() => {});
    this.#store.write(undefined);
  }

  async #authenticate(body: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.#config.loginOrigin}/user_management/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: this.#config.clientId, ...body }),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      this.#store.write(undefined);
      throw new ClientFault('sign-in', 'The sign-in has ended.');
    }
    if (!response.ok) throw new Error(`The login provider answered ${response.status}.`);
    const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
    this.#store.write({ access: access_token!, refresh: refresh_token! });
  }
}

function authorizeAddress(
  { loginOrigin, clientId }: LoginConfig,
  { redirectUri, state, codeVerifier }: Record<'redirectUri' | 'state' | 'codeVerifier', string>,
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    provider: 'authkit',
    screen_hint: 'sign-in',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  });
  return `${loginOrigin}/user_management/authorize?${parameters}`;
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(sentence);
}
