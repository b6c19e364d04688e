import { once } from 'node:events';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { text } from 'node:stream/consumers';
import { clientId } from '../config.ts';

/** The example of RFC 7636, appendix B. */
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Enough for a sign-up that succeeds. */
export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: 'analytical engine',
};

/** The answer to an exchange or a refresh. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  organization_id?: string;
  user: Record<string, unknown>;
}

/** A browser as far as this provider can tell: keeps cookies and fills in forms, over real HTTP. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #address: string;
  readonly #siteOrigin: string;
  readonly #host: string | undefined;

  /** With `host` it asks for that name at the same address, as a browser does for names under `localhost`. */
  constructor({ address, siteOrigin, host }: { address: string; siteOrigin: string; host?: string }) {
    this.#address = address;
    this.#siteOrigin = siteOrigin;
    this.#host = host;
  }

  /** The address the client library sends a person to; a change of `null` leaves the parameter out. */
  authorizeAddress(changes: Record<string, string | null> = {}): string {
    const parameters = {
      client_id: clientId,
      redirect_uri: `${this.#siteOrigin}/account`,
      response_type: 'code',
      provider: 'authkit',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      state: '{"returnTo":"/writing-ant"}',
      ...changes,
    };
    const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
    return `${this.#address}/user_management/authorize?${new URLSearchParams(given)}`;
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size) headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    const response = await this.#send(new URL(url, this.#address), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    if (!this.#host) return fetch(url, { redirect: 'manual', ...init });
    const request = new Request(url, init);
    const sent = sendHttp(url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), host: this.#host },
    });
    sent.end(await request.text());
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const value of values ?? []) headers.append(name, value);
    return new Response(await text(answer), { status: answer.statusCode ?? 0, headers });
  }

  /** Sends the form at `url`. */
  post(url: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Signs up and returns the code that the site would get. */
  async signUp(fields: Record<string, string> = ada): Promise<string> {
    return codeOf(await this.post(this.authorizeAddress({ screen_hint: 'sign-up' }), fields));
  }

  async signIn({ email, password }: { email: string; password: string } = ada): Promise<string> {
    return codeOf(await this.post(this.authorizeAddress({ screen_hint: 'sign-in' }), { email, password }));
  }

  /** What the client library sends; with `origin`, as a page of that origin would. */
  authenticate(body: Record<string, unknown>, origin: string | null = this.#siteOrigin): Promise<Response> {
    return this.fetch('/user_management/authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin !== null && { origin }) },
      body: JSON.stringify({ client_id: clientId, ...body }),
    });
  }

  exchange(code: string, verifier = codeVerifier): Promise<Response> {
    return this.authenticate({ grant_type: 'authorization_code', code, code_verifier: verifier });
  }

  refresh(refreshToken?: string, more: Record<string, unknown> = {}): Promise<Response> {
    return this.authenticate({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
  }

  /** Signs up and exchanges the code. */
  async startSession(fields: Record<string, string> = ada): Promise<Tokens> {
    return tokensOf(await this.exchange(await this.signUp(fields)));
  }
}

/** The value of a hidden field. */
export function hiddenIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
}

/** The answer to an exchange or a refresh. */
export async function tokensOf(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`No tokens: ${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens;
}

/** The code that a redirect takes to the site. */
export function codeOf(response: Response): string {
  const code = new URL(response.headers.get('location') ?? 'none:').searchParams.get('code');
  if (!code) throw new Error(`No code: ${response.status} ${response.headers.get('location')}`);
  return code;
}
