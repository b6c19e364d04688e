import * as z from 'zod/mini';
import type { LoginConfig } from '../config/login.ts';

/** What the service asks of the login provider about its users, with its own key and not as a user. */
export interface LoginProvider {
  /**
   * How long ago the session began with a sign-in, in milliseconds of the machine's time; undefined where the user has no
   * such session, or has had it for long.
   */
  findSessionAgeMs(userId: string, sessionId: string): Promise<number | undefined>;
  /** Removes the user and ends all sessions. Safe to repeat. */
  removeUser(userId: string): Promise<void>;
}

/** The provider did not answer, or not as agreed; nothing is known of what was asked. */
export class LoginProviderUnreachable extends Error {
  override name = 'LoginProviderUnreachable';
}

const patienceMs = 10_000;

const sessionsAnswer = z.object({ data: z.array(z.object({ id: z.string(), created_at: z.iso.datetime() })) });

/** The management API of the hosted provider, newest sessions first. Both calls throw `LoginProviderUnreachable`. */
export function connectLoginProvider({
  managementUrl,
  apiKey,
}: Pick<LoginConfig, 'managementUrl' | 'apiKey'>): LoginProvider {
  async function call(method: 'GET' | 'DELETE', userPath: string): Promise<Response> {
    if (!apiKey) throw new LoginProviderUnreachable('LOGIN_API_KEY is not set.');
    try {
      return await fetch(`${managementUrl}/user_management/users/${userPath}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch (cause) {
      throw new LoginProviderUnreachable('No answer.', { cause });
    }
  }

  return {
    async findSessionAgeMs(userId, sessionId) {
      const response = await call('GET', `${encodeURIComponent(userId)}/sessions?limit=100&order=desc`);
      if (response.status === 404) return;
      const { data } = sessionsAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
      if (!data) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
      const session = data.data.find(({ id }) => id === sessionId);
      return session && Date.now() - Date.parse(session.created_at);
    },
    async removeUser(userId) {
      const response = await call('DELETE', encodeURIComponent(userId));
      await response.body?.cancel();
      if (!response.ok && response.status !== 404) throw new LoginProviderUnreachable(`Answered ${response.status}.`);
    },
  };
}
