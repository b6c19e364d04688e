import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientId, isClientId } from './config.ts';
import { endedSessionCookies, findRefreshCookie, sessionCookies } from './cookies.ts';
import { allowSite } from './cors.ts';
import { answerWithFault, dropConnection } from './faults.ts';
import type { Provider } from './provider.ts';
import type { OpenSession, Refusal } from './sessions.ts';

const authenticatePath = '/user_management/authenticate';
const keysPath = '/sso/jwks/:clientId';

const requestSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: z.string(),
    code: z.string().min(1),
    code_verifier: z.string().min(1),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: z.string(),
    refresh_token: z.string().min(1).optional(),
    organization_id: z.string().nullish(),
  }),
]);

type RefreshRequest = Extract<z.infer<typeof requestSchema>, { grant_type: 'refresh_token' }>;

/**
 * `/user_management/authenticate` (specification 7) and the keys that prove its tokens. A 4xx makes the client library
 * drop its session, so nothing but a dead session and a malformed request gets one.
 */
export function authenticateRoutes(app: FastifyInstance, provider: Provider): void {
  app.register(async (scope) => {
    allowSite(scope, provider, keysPath, 'GET');
    scope.get<{ Params: { clientId: string } }>(keysPath, async (request, reply) => {
      if (await answerWithFault(provider.faults, 'jwks', reply)) return reply;
      const lies = provider.faults.jwks === 'lying';
      if (!isClientId(request.params.clientId)) return refuse(reply, 'invalid_client', 'The client is not known.', 404);
      return reply.send({ keys: await (lies ? provider.keys.lyingJwks() : provider.keys.publicJwks) });
    });
  });

  app.register(async (scope) => {
    allowSite(scope, provider, authenticatePath, 'POST');
    scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 500;
      if (status < 500) return refuse(reply, 'invalid_request', 'The body must be a JSON object.', status);
      process.stderr.write(`${error.stack}\n`);
      return refuse(reply, 'server_error', 'The service could not answer.', 500);
    });
    scope.post(authenticatePath, (request, reply) => authenticate(provider, request, reply));
  });
}

async function authenticate(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const body = requestSchema.safeParse(request.body);
  const isSite = body.data?.client_id === undefined || body.data.client_id === clientId;
  const inCookieMode = isSite && !(body.data?.grant_type === 'refresh_token' && body.data.refresh_token);
  if (provider.faults.authenticate === 'dead-session' && inCookieMode)
    reply.header('set-cookie', endedSessionCookies(provider.config, request));
  if (await answerWithFault(provider.faults, 'authenticate', reply)) return reply;

  if (!body.success) {
    const grantType = (request.body as { grant_type?: unknown } | null)?.grant_type;
    return ['authorization_code', 'refresh_token'].includes(String(grantType))
      ? refuse(reply, 'invalid_request', 'A field is missing or not a text.')
      : refuse(reply, 'unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.');
  }
  if (!isClientId(body.data.client_id)) return refuse(reply, 'invalid_client', 'The client is not known.');
  const session =
    body.data.grant_type === 'authorization_code'
      ? provider.sessions.exchangeCode(body.data.client_id, body.data.code, body.data.code_verifier)
      : refresh(provider, request, body.data);
  if ('notAuthorized' in session) return refuse(reply, 'organization_not_authorized', session.notAuthorized);
  if ('refused' in session) {
    if (inCookieMode) reply.header('set-cookie', endedSessionCookies(provider.config, request));
    return refuse(reply, 'invalid_grant', session.refused);
  }
  if (body.data.grant_type === 'authorization_code') provider.accounts.recordSignIn(session.accountId);
  const answer = await provider.answerFor(session);
  if (provider.faults.authenticate === 'lost-reply') {
    dropConnection(reply);
    return reply;
  }
  if (inCookieMode) reply.header('set-cookie', sessionCookies(provider.config, request, session.refreshToken));
  return reply.send(answer);
}

/** The refresh token comes in the body (development mode) or in the cookie (cookie mode), which needs a listed origin. */
function refresh(
  provider: Provider,
  request: FastifyRequest,
  body: RefreshRequest,
): OpenSession | Refusal | { notAuthorized: string } {
  const isInBrowser = body.client_id === clientId && request.headers.origin;
  const token = body.refresh_token ?? (isInBrowser ? findRefreshCookie(request) : undefined);
  const owner = token ? provider.sessions.findOwner(token) : undefined;
  if (!token || owner?.clientId !== body.client_id) return { refused: 'The session has already ended.' };
  const { accountId } = owner;
  const wanted = body.organization_id || undefined;
  const isMember = (id: string) => provider.organizations.findMembership(accountId, id) !== undefined;
  if (wanted !== undefined && !isMember(wanted))
    return { notAuthorized: 'This account does not belong to the organization.' };
  // Without a wish the session stays where it is, as long as the account still belongs there.
  const kept = owner.organizationId !== null && isMember(owner.organizationId) ? owner.organizationId : null;
  return provider.sessions.rotate(token, wanted ?? kept);
}

/** An error in the shape of OAuth (RFC 6749, 5.2). */
function refuse(reply: FastifyReply, error: string, description: string, status = 400): FastifyReply {
  return reply.code(status).send({ error, error_description: description });
}
