import type { FastifyInstance } from 'fastify';
import { consentRecord, consentRequest } from '../../../shared/api/consents.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { mount } from '../../http/mount.ts';
import type { RouteLimits } from '../../http/rate-limits.ts';
import { type ConsentsContext, recordConsent } from './consents.ts';

/** `POST /api/consents`: anyone's choice, kept without an address and without a name. */
export function consentsRoutes(app: FastifyInstance, context: ConsentsContext & { routeLimits: RouteLimits }): void {
  mount(
    app,
    endpoints.recordConsent,
    {},
    {
      ...context.routeLimits.consents,
      schema: {
        summary: 'Keep a choice about cookies and statistics; repeating it changes nothing',
        problems: ['consent-id-reused', 'documents-changed'] as const,
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
