import type { FastifyInstance } from 'fastify';
import { steps } from './addresses.ts';
import { readOrRefuse } from './authorization.ts';
import { changedAddress } from './authorization-request.ts';
import { sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';
import { continueSignIn, findSignedIn } from './sign-in-continuation.ts';

/** Takes the choice of an organization after the password. */
export function organizationRoutes(app: FastifyInstance, provider: Provider): void {
  // Reloading the page after an answer, or coming back late: the sign-in begins again.
  app.get(steps.organization, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    return asked ? reply.redirect(changedAddress(asked, {}), 303) : reply;
  });

  app.post(steps.organization, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    const signedIn = findSignedIn(provider, request, asked);
    if (!signedIn) return reply.redirect(changedAddress(asked, {}), 303);
    const organizationId = sentIn(request).get('organization');
    return continueSignIn(provider, request, reply, asked, { ...signedIn, ...(organizationId && { organizationId }) });
  });
}
