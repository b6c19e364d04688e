import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../../shared/api-paths.ts';
import { act } from '../../contract/act.ts';
import type { Job, RouteDependencies } from '../../contract/feature.ts';
import { sendError } from '../../http/error-answers.ts';
import { Problem } from '../../http/problem.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { insertEvent } from './events.queries.ts';

/**
 * What a signature of the provider looks like (docs.stripe.com/webhooks/signature): a time in seconds and an HMAC-SHA-256, among
 * whatever schemes of other forms it may add.
 */
const signatureForm = /^(?=.*,v1=[\da-f]{64}(?:,|$))t=\d{1,12}(?:,[^,\s]{1,200}){1,8}$/;

/**
 * `POST /api/webhooks/card-payments`: what the provider tells. It is only stored here, byte for byte, when its signature
 * is good; an event that came before is taken and not stored again. What has not even the form of a signature is refused before a
 * byte of its body is read. So is an event larger than any other body, as of a dispute with much evidence (the provider takes
 * 150,000 characters): it holds up no other, and the nightly pass learns of it by asking, as of all that is not told.
 */
export function cardsRoutes(app: FastifyInstance, deps: RouteDependencies, eventJob: Job<{ id: string }>): void {
  const { config } = deps;
  if (!config.cards) return;
  const { verifyEvent } = connectStripe(config.cards);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      apiPaths.cardWebhook,
      {
        async onRequest({ headers }) {
          const signature = headers['stripe-signature'];
          if (typeof signature === 'string' && signatureForm.test(signature)) return;
          // Whoever forges does not keep a connection for what would follow.
          throw new Problem('webhook-signature-invalid', { headers: { connection: 'close' } });
        },
        schema: {
          operationId: 'takeCardEvent',
          summary: 'Take a signed event of the provider of card payments',
          problems: ['webhook-signature-invalid'] as const,
          response: { 200: z.object({ received: z.boolean() }) },
        },
        // Too large to be read, so nobody knows whose it is.
        errorHandler(error, request, reply) {
          const isTooLarge = error.statusCode === 413;
          sendError(isTooLarge ? new Problem('webhook-signature-invalid', { cause: error }) : error, request, reply);
        },
      },
      async ({ body, headers }) => {
        const signature = headers['stripe-signature'];
        const event =
          Buffer.isBuffer(body) && typeof signature === 'string' ? await verifyEvent(body, signature) : undefined;
        if (!event) throw new Problem('webhook-signature-invalid');
        const { id, type: kind } = event;
        await act(deps, async (act) => {
          const isNew = await insertEvent(act.trx, { id, kind, raw: String(body) }, act.now);
          if (isNew) await act.enqueue(eventJob, { id });
        });
        return { received: true };
      },
    );
  });
}
