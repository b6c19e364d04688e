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
  /** How long an answer of the provider is waited for, in milliseconds: long enough, and so short that it can be asked for again. */
  patienceMs?: number;
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
const standardPatienceMs = 10_000;

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
          // Whoever guesses the port may send anything.
          const path = request.url ?? '';
          const { pathname, searchParams } = new URL(URL.canParse(path, redirectUri) ? path : '/', redirectUri);
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
      this.#store.write(await this.#authenticate(grant, 'The sign-in was not completed.'));
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
    const renewed = this.#store.read();
    if (!renewed) throw new ClientFault('sign-in', 'Nobody is signed in.');
    return renewed.access;
  }

  /** Fetches new tokens; where the answer is lost, with the same one again. */
  refresh(): Promise<void> {
    this.#refreshing ??= tryAgain(() => this.#refreshOnce(), {
      repeats: refreshRepeats,
      judge: (error) => ({ again: !(error instanceof ClientFault) }),
    }).finally(() => {
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
    await fetch(address, { redirect: 'manual', signal: this.#patience() }).catch(() => {});
    this.#store.write(undefined);
  }

  #patience(): AbortSignal {
    return AbortSignal.timeout(this.#config.patienceMs ?? standardPatienceMs);
  }

  /** Leaves alone whoever has signed out, or signed in anew, before the answer came. */
  async #refreshOnce(): Promise<void> {
    const sent = this.#store.read();
    if (!sent) throw new ClientFault('sign-in', 'Nobody is signed in.');
    const { sessionId } = this.user!;
    try {
      const grant = { grant_type: 'refresh_token', refresh_token: sent.refresh };
      const tokens = await this.#authenticate(grant, 'The sign-in has ended.');
      if (this.user?.sessionId === sessionId) this.#store.write(tokens);
    } catch (error) {
      if (!(error instanceof ClientFault)) throw error;
      if (this.#store.read()?.refresh !== sent.refresh) return;
      this.#store.write(undefined);
      throw error;
    }
  }

  /** Throws a `ClientFault` with this sentence where the provider itself says that what was sent is good no more. */
  async #authenticate(grant: Record<string, unknown>, sentence: string): Promise<Tokens> {
    const response = await fetch(`${this.#config.loginOrigin}/user_management/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: this.#config.clientId, ...grant }),
      signal: this.#patience(),
    });
    const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | null | undefined;
    // By its status alone it may as well be the answer of a proxy, a firewall or a page that wants to be paid for the network.
    if (answer?.error === 'invalid_grant') throw new ClientFault('sign-in', sentence);
    const { access_token: access, refresh_token: refresh } = answer ?? {};
    if (response.ok && typeof access === 'string' && typeof refresh === 'string') return { access, refresh };
    throw new Error(`The login provider answered ${response.status}${response.ok ? ' without tokens' : ''}.`);
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

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(sentence);
}
