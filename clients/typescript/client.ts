import { refusalOf } from './faults.ts';
import { type Calls, operations } from './generated-types.ts';
import type { Session } from './session.ts';

export interface ClientConfig {
  /** The site and its API. */
  siteOrigin: string;
  /** Sent with every call: the app's own version (SemVer). */
  version: string;
  /** The user's language, as in `Accept-Language`. */
  language?: string;
}

type Name = keyof Calls;

/** What a call is given; headers for the few that want more; and what ends the wait for the answer. */
type Given<Call> = Omit<Call, 'answer'> & { headers?: Record<string, string>; signal?: AbortSignal };

/** Calls of the service, with the tokens of a session. */
export class Client {
  readonly config: ClientConfig;
  readonly session: Session;

  constructor(config: ClientConfig, session: Session) {
    this.config = config;
    this.session = session;
  }

  /** Makes a call. Throws `Refused`, a `ClientFault`, or what `fetch` throws where no answer came. */
  async call<Operation extends Name>(
    name: Operation,
    given: Given<Calls[Operation]> = {} as never,
  ): Promise<Calls[Operation]['answer']> {
    const response = await this.send(name, given);
    return (response.status === 204 ? undefined : await response.json()) as Calls[Operation]['answer'];
  }

  /** The same, with the answer as it comes. A token that is refused is refreshed once. */
  async send<Operation extends Name>(name: Operation, given: Given<Calls[Operation]> = {} as never): Promise<Response> {
    const [method, pattern] = operations[name];
    const { path, query, body, headers, signal } = given as Given<{ path?: object; query?: object; body?: object }>;
    const values = { ...path } as Record<string, string>;
    const address = pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
    const send = async () =>
      fetch(this.config.siteOrigin + address + search, {
        method,
        headers: {
          authorization: `Bearer ${await this.session.accessToken()}`,
          'app-version': this.config.version,
          ...(this.config.language && { 'accept-language': this.config.language }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    let response = await send();
    if (response.ok) return response;
    let refusal = await refusalOf(response);
    // No refresh helps against a sign-in that is too old.
    if (refusal.problem.code === 'authentication-required') {
      await this.session.refresh();
      response = await send();
      if (response.ok) return response;
      refusal = await refusalOf(response);
    }
    throw refusal;
  }

  /** What anybody may read. */
  async read<Operation extends Name>(name: Operation): Promise<Calls[Operation]['answer']> {
    const response = await fetch(this.config.siteOrigin + operations[name][1]);
    if (!response.ok) throw await refusalOf(response);
    return response.json() as Promise<Calls[Operation]['answer']>;
  }

  /** Signs out at the service, at the login provider and here. */
  async signOut(): Promise<void> {
    await this.session.signOut(() => this.call('endSession'));
  }
}
