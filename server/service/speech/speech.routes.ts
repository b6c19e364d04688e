import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { speechAnswer, speechRequest } from '../../../shared/api/speech.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { forDesktop } from '../../http/authentication.ts';
import { tellUsersOfProblems } from '../../http/problem-sentences.ts';
import { takeReports } from './speech.ts';

/** `POST /api/speech/requests`: recordings that the app made into text by itself, offline or without asking for more. */
export async function speechRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { requireAnyDesktop, routeLimits } = deps;
  const schema = {
    security: forDesktop.security,
    operationId: 'reportSpeech',
    summary: 'Report recordings that the app made into text by itself',
    body: speechRequest,
    response: { 200: speechAnswer },
  };
  // What an app used before it became too old is counted all the same.
  const onRequest = [requireAnyDesktop.onRequest, routeLimits.reportCalls];
  const errorHandler = await tellUsersOfProblems(deps.config);
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(apiPaths.speechRequests, { schema, onRequest, errorHandler }, async ({ session, body }) =>
      takeReports(deps, session.userId, body.requests),
    );
}
