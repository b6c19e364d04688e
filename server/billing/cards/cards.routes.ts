import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../../shared/api-paths.ts';
import { act } from '../../contract/act.ts';
import type { Job, RouteDependencies } from '../../contract/feature.ts';
import { sendError } from '../../http/error-answers.ts';
import { Problem } from '../../http/problem.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { insertEvent } from './events.queries.ts';

/** The largest event that is read, in bytes; the provider's are about a tenth of it. */
const maxEventBytes = 256 * 1024;

/**
 * `POST /api/webhooks/card-payments`: what the provider tells. It is only stored here, byte for byte, when its signature
 * is good; an event that came before is taken and not stored again.
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
        bodyLimit: maxEventBytes,
        schema: {
          summary: 'Take a signed event of the provider of card payments',
          response: { 200: z.object({ received: z.boolean() }) },
        },
        // Too large is as good as forged: the provider sends nothing of the kind.
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
