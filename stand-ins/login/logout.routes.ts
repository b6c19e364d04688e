import type { FastifyInstance } from 'fastify';
import { endedSessionCookies } from './cookies.ts';
import type { Provider } from './provider.ts';
import { Visit } from './visit.ts';

/** The address the browser visits to sign out (specification 7). */
export function logoutRoutes(app: FastifyInstance, provider: Provider): void {
  app.get('/user_management/sessions/logout', (request, reply) => {
    const visit = new Visit(provider, request, reply);
    const parameters = new URLSearchParams(visit.query);
    const sessionId = parameters.get('session_id');
    if (!sessionId) return visit.sendMessage(400, 'logoutRefusedTitle', { text: 'sessionMissing' });
    provider.sessions.end(sessionId);
    const wanted = parameters.get('return_to') ?? '';
    const [standard, ...others] = provider.config.logoutAddresses;
    // An address that is not listed is not followed; the person is signed out all the same and lands on the site.
    const returnTo = others.includes(wanted) ? wanted : standard;
    return reply
      .header('set-cookie', endedSessionCookies(provider.config, request))
      .header('cache-control', 'no-store')
      .redirect(returnTo, 303);
  });
}
