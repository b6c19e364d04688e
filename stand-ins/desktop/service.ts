import { decodeJwt } from 'jose';
import { ExplainedFault } from '../stand-in.ts';
import type { DesktopConfig } from './config.ts';
import type { Keychain } from './keychain.ts';

/** What the service says when it refuses (RFC 9457). */
export interface ServiceProblem {
  code: string;
  title: string;
  status: number;
  detail?: string;
  message?: string;
  resetsAt?: string;
}

/** A refusal: final, whatever the app tries again. */
export class Refused extends ExplainedFault {
  readonly problem: ServiceProblem;
  readonly retryAfterSeconds: number;

  constructor(problem: ServiceProblem, retryAfterSeconds = 0) {
    const resets = problem.resetsAt ? ` It starts anew at ${problem.resetsAt}.` : '';
    super(`${problem.code}: ${problem.message ?? problem.title}${problem.detail ? ` ${problem.detail}` : ''}${resets}`);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A token that ends within this time is refreshed before it is used. */
const refreshAheadSeconds = 10;

/** Calls of the API and of the login provider, with the tokens of the keychain. */
export class Service {
  readonly config: DesktopConfig;
  readonly #keychain: Keychain;

  constructor(config: DesktopConfig, keychain: Keychain) {
    this.config = config;
    this.#keychain = keychain;
  }

  async exchange(code: string, codeVerifier: string): Promise<void> {
    await this.#authenticate({ grant_type: 'authorization_code', code, code_verifier: codeVerifier });
  }

  /** The session's id and end, as the token says. */
  get session(): { userId: string; sessionId: string } | undefined {
    const { tokens } = this.#keychain.kept;
    if (!tokens) return undefined;
    const { sub, sid } = decodeJwt(tokens.access);
    return { userId: sub!, sessionId: String(sid) };
  }

  /** Sends a call; a token that is refused is refreshed once. Throws `Refused`, or what `fetch` throws. */
  async call(
    path: string,
    init: { method?: string; body?: object; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const send = async () =>
      fetch(`${this.config.siteOrigin}${path}`, {
        method: init.method ?? 'GET',
        headers: {
          authorization: `Bearer ${await this.#accessToken()}`,
          'app-version': this.config.version,
          ...(init.body && { 'content-type': 'application/json' }),
          ...init.headers,
        },
        ...(init.body && { body: JSON.stringify(init.body) }),
      });
    let response = await send();
    if (response.status === 401 && !(await isTooOld(response))) {
      await this.#refresh();
      response = await send();
    }
    if (response.ok) return response;
    throw new Refused(await problemOf(response), Number(response.headers.get('retry-after') ?? 0));
  }

  /** What anybody may read. */
  async read(path: string): Promise<unknown> {
    const response = await fetch(`${this.config.siteOrigin}${path}`);
    if (!response.ok) throw new Refused(await problemOf(response));
    return response.json();
  }

  /** Ends the session at the service and at the login provider. */
  async signOut(): Promise<void> {
    const { session } = this;
    if (!session) return;
    await this.call('/api/session', { method: 'DELETE' }).catch(() => {});
    const address = `${this.config.loginOrigin}/user_management/sessions/logout?session_id=${session.sessionId}`;
    await fetch(address, { redirect: 'manual' }).catch(() => {});
    this.#keychain.forgetSession();
  }

  async #accessToken(): Promise<string> {
    const { tokens } = this.#keychain.kept;
    if (!tokens) throw new ExplainedFault('Nobody is signed in: npm run desktop -- login');
    const endsIn = (decodeJwt(tokens.access).exp ?? 0) - Date.now() / 1000;
    if (endsIn > refreshAheadSeconds) return tokens.access;
    await this.#refresh();
    return this.#keychain.kept.tokens!.access;
  }

  async #refresh(): Promise<void> {
    const { tokens } = this.#keychain.kept;
    await this.#authenticate({ grant_type: 'refresh_token', refresh_token: tokens?.refresh });
  }

  async #authenticate(body: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.config.loginOrigin}/user_management/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: this.config.clientId, ...body }),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      this.#keychain.forgetSession();
      throw new ExplainedFault('The sign-in has ended: npm run desktop -- login');
    }
    if (!response.ok) throw new Error(`The login provider answered ${response.status}.`);
    const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
    this.#keychain.save({ tokens: { access: access_token!, refresh: refresh_token! } });
  }
}

async function problemOf(response: Response): Promise<ServiceProblem> {
  const unknown = { code: 'unknown', title: `The service answered ${response.status}.`, status: response.status };
  return ((await response.json().catch(() => undefined)) as ServiceProblem | undefined) ?? unknown;
}

/** No refresh helps against that. */
const isTooOld = async (response: Response) => (await problemOf(response.clone())).code === 'sign-in-too-old';
