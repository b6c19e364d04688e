import * as z from 'zod/mini';
import { access } from '../../shared/business/access.ts';
import type { LoginConfig } from '../config/login.ts';

/** What the service asks of the login provider about its users, with its own key and not as a user. */
export interface LoginProvider {
  /**
   * How long ago the session began with a sign-in, in milliseconds of the machine's time; undefined where the user has no
   * such session, or has had it for long.
   */
  findSessionAgeMs(userId: string, sessionId: string): Promise<number | undefined>;
  /** The user's address, where the provider has seen that mails to it reach them. */
  findVerifiedEmail(userId: string): Promise<string | undefined>;
  /** Everybody who signed up at `since` or later, the newest first. */
  findUsersSince(since: Date): Promise<LoginUser[]>;
  /** Invites somebody, and answers the token of the invitation; the provider is set not to send a mail itself. */
  invite(email: string): Promise<string | undefined>;
  /** Removes the user and ends all sessions. Safe to repeat. */
  removeUser(userId: string): Promise<void>;
}

/** Somebody who can sign in. */
export interface LoginUser {
  id: string;
  email: string;
  /** Whether the provider has seen that mails to the address reach them. */
  emailVerified: boolean;
  /** BCP 47, of the pages on which they signed in; null where the provider does not know it. */
  language: string | null;
  signedUpAt: Date;
}

/** The provider did not answer, or not as agreed; nothing is known of what was asked. */
export class LoginProviderUnreachable extends Error {
  override name = 'LoginProviderUnreachable';
}

const patienceMs = 10_000;

const sessionsAnswer = z.object({ data: z.array(z.object({ id: z.string(), created_at: z.iso.datetime() })) });

/** Of an invitation for somebody whom the provider knows already, or whom it does not take; not of a fault of ours. */
const refusals = [400, 409, 422];

const userAnswer = z.object({ email: z.string(), email_verified: z.boolean() });

const usersAnswer = z.object({
  data: z.array(
    z.object({ ...userAnswer.shape, id: z.string(), created_at: z.iso.datetime(), locale: z.nullish(z.string()) }),
  ),
  list_metadata: z.object({ after: z.nullish(z.string()) }),
});

const invitationAnswer = z.object({ token: z.string() });

/** The management API of the hosted provider, newest sessions first. Each call throws `LoginProviderUnreachable`. */
export function connectLoginProvider({
  managementUrl,
  apiKey,
}: Pick<LoginConfig, 'managementUrl' | 'apiKey'>): LoginProvider {
  async function call(method: 'GET' | 'DELETE' | 'POST', path: string, body?: object): Promise<Response> {
    if (!apiKey) throw new LoginProviderUnreachable('LOGIN_API_KEY is not set.');
    try {
      return await fetch(`${managementUrl}/user_management/${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch (cause) {
      throw new LoginProviderUnreachable('No answer.', { cause });
    }
  }

  return {
    async findSessionAgeMs(userId, sessionId) {
      const response = await call('GET', `users/${encodeURIComponent(userId)}/sessions?limit=100&order=desc`);
      if (response.status === 404) return;
      const { data } = sessionsAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
      if (!data) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
      const session = data.data.find(({ id }) => id === sessionId);
      return session && Date.now() - Date.parse(session.created_at);
    },
    async findVerifiedEmail(userId) {
      const response = await call('GET', `users/${encodeURIComponent(userId)}`);
      if (response.status === 404) return;
      const { data } = userAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
      if (!data) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
      return data.email_verified ? data.email : undefined;
    },
    async findUsersSince(since) {
      const found: LoginUser[] = [];
      let after: string | null | undefined;
      do {
        const query = new URLSearchParams({ limit: '100', order: 'desc', ...(after && { after }) });
        const response = await call('GET', `users?${query}`);
        const { data } = usersAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
        if (!data) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
        const users = data.data.map((user) => ({
          id: user.id,
          email: user.email,
          emailVerified: user.email_verified,
          language: user.locale ?? null,
          signedUpAt: new Date(user.created_at),
        }));
        const recent = users.filter(({ signedUpAt }) => signedUpAt >= since);
        found.push(...recent);
        // The pages are in order of time: where one ends before, all others do.
        after = recent.length === users.length ? data.list_metadata.after : undefined;
      } while (after);
      return found;
    },
    async invite(email) {
      const response = await call('POST', 'invitations', { email, expires_in_days: access.invitationDays });
      const { data } = invitationAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
      if (data) return data.token;
      if (refusals.includes(response.status)) return undefined;
      throw new LoginProviderUnreachable(`Answered ${response.status}.`);
    },
    async removeUser(userId) {
      const response = await call('DELETE', `users/${encodeURIComponent(userId)}`);
      await response.body?.cancel();
      if (!response.ok && response.status !== 404) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
    },
  };
}
