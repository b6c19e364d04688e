import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthorizationRequest, readAuthorizationRequest, returnAddress } from './authorization-request.ts';
import { queryOf, sendMessagePage } from './page-reply.ts';
import type { Provider } from './provider.ts';

/**
 * The sign-in that the address of `request` asks for; `undefined` when it cannot be served, and the reply is then given:
 * to the site where it may be told (RFC 6749, 4.1.2.1), otherwise to the person.
 */
export function readOrRefuse(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): AuthorizationRequest | undefined {
  const reading = readAuthorizationRequest(provider.config, queryOf(request));
  if ('refusal' in reading) {
    sendMessagePage(provider, request, reply, { status: 400, title: 'addressRefusedTitle', text: reading.refusal });
    return undefined;
  }
  if ('returnAddress' in reading) {
    reply.redirect(reading.returnAddress, 303);
    return undefined;
  }
  const { organizationId } = reading.request;
  if (organizationId !== undefined && !provider.organizations.find(organizationId)) {
    const fault = { error: 'organization_invalid', error_description: 'The organization is not known.' };
    reply.redirect(returnAddress(reading.request, fault), 303);
    return undefined;
  }
  return reading.request;
}
