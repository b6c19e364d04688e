import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { consentRecord, consentRequest } from '../../../shared/api/consents.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { RouteLimits } from '../../http/rate-limits.ts';
import { type ConsentsContext, recordConsent } from './consents.ts';

/** `POST /api/consents`: anyone's choice, kept without an address and without a name. */
export function consentsRoutes(app: FastifyInstance, context: ConsentsContext & { routeLimits: RouteLimits }): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    apiPaths.consents,
    {
      ...context.routeLimits.consents,
      schema: {
        summary: 'Keep a choice about cookies and statistics; repeating it changes nothing',
        body: consentRequest,
        response: { 200: consentRecord, 201: consentRecord },
      },
    },
    async (request, reply) => {
      const { record, isNew } = await recordConsent(context, request.body);
      return reply.code(isNew ? 201 : 200).send(record);
    },
  );
}
