import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { entitlementAnswer, entitlementKeys, entitlementRequest } from '../../../shared/api/entitlements.ts';
import { apiPaths, entitlementKeysPath } from '../../../shared/api-paths.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { forDesktop } from '../../http/authentication.ts';
import { tellUsersOfProblems } from '../../http/problem-sentences.ts';
import { getSignInTime } from '../desktop/desktop.ts';
import { createSigner, makeEntitlement } from './entitlements.ts';

const jwkSet = 'application/jwk-set+json';

/** `POST /api/entitlements`: what the app may do offline; and the keys that prove it. */
export async function entitlementsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, database, clock, requireDesktop } = deps;
  const [signer, errorHandler] = await Promise.all([createSigner(config), tellUsersOfProblems(config)]);
  const schema = {
    ...forDesktop,
    operationId: 'getEntitlement',
    summary: 'What the app may do offline, signed',
    problems: ['app-version-not-supported'] as const,
    body: entitlementRequest,
    response: { 200: entitlementAnswer },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(apiPaths.entitlements, { schema, errorHandler, ...requireDesktop }, async (request) => {
      const holder = { accountId: request.session.userId, signedInAt: getSignInTime(request) };
      return makeEntitlement(database.kysely, { config, signer }, holder, request.body, clock());
    });

  const keys = {
    operationId: 'getEntitlementKeys',
    summary: 'The keys that prove entitlements (RFC 7517)',
    response: { 200: { description: 'The keys.', content: { [jwkSet]: { schema: entitlementKeys } } } },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(entitlementKeysPath, { schema: keys }, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=300', 'content-type': jwkSet })
        .send(signer.publicKeys as never),
    );
}
