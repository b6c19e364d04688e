import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Fault, faultSchema } from './faults.ts';
import { createRefund } from './money-back.ts';
import type { Decline } from './objects.ts';
import { changeDispute, chargeByHand, expireSession, makeDispute } from './payments.ts';
import type { CardsProvider } from './provider.ts';
import { declines } from './test-cards.ts';
import { usualTelling } from './webhooks.ts';

const tellingSchema = z.strictObject({
  mode: z.enum(['send', 'hold', 'drop']).default(usualTelling.mode),
  copies: z.int().min(1).max(100).default(usualTelling.copies),
  reversed: z.boolean().default(usualTelling.reversed),
});

const declineNames = Object.keys(declines) as [keyof typeof declines, ...(keyof typeof declines)[]];

/** What tests may do to the provider; see README.md. Only registered with CARDS_TEST_CONTROLS=1. */
export function testControlRoutes(
  app: FastifyInstance,
  provider: CardsProvider,
  fault: { planned?: Fault | undefined },
): void {
  const { objects } = provider;

  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof z.ZodError ? 400 : 500).send({ error: (error as Error).message }),
    );
    scope.addHook('preSerialization', async (_request, _reply, payload) => payload ?? {});

    scope.post('/_test/webhooks', async (request) => {
      provider.webhooks.telling = tellingSchema.parse(request.body);
      provider.webhooks.deliverSoon();
      return provider.webhooks.telling;
    });

    // As if it were new: with everything that it knows, events that are not told are gone, too.
    scope.post('/_test/forget', async () => {
      provider.change(() => objects.forget());
      return {};
    });

    scope.post('/_test/fault', async (request) => {
      const { kind } = z.looseObject({ kind: z.string().optional() }).parse(request.body);
      fault.planned = kind === undefined ? undefined : faultSchema.parse(request.body);
      return fault;
    });

    // What becomes of the customer's charges without the customer, from now on.
    scope.post('/_test/decline', async (request) => {
      const { customer: id, decline } = z
        .strictObject({ customer: z.string(), decline: z.enum(declineNames).optional() })
        .parse(request.body);
      const customer = objects.find('customer', id)!;
      const own: { nextDecline?: Decline } = decline ? { nextDecline: declines[decline] } : {};
      provider.change(() => objects.save({ ...customer, own } as typeof customer));
      return {};
    });

    scope.post('/_test/paid-earlier', async (request) => {
      const { payment_intent: id, seconds } = z
        .strictObject({ payment_intent: z.string(), seconds: z.int().positive() })
        .parse(request.body);
      const intent = objects.find('payment_intent', id)!;
      const chargedAt = intent.own.chargedAt! - seconds;
      provider.change(() => objects.save({ ...intent, own: { ...intent.own, chargedAt } } as typeof intent));
      return {};
    });

    scope.post('/_test/expire', async (request) => {
      const { session: id } = z.strictObject({ session: z.string() }).parse(request.body);
      provider.change(() => expireSession(provider, objects.find('checkout.session', id)!));
      return {};
    });

    scope.post('/_test/dispute', async (request) => {
      const {
        payment_intent: id,
        dispute,
        status,
        amount,
      } = z
        .strictObject({
          payment_intent: z.string(),
          dispute: z.enum(['latest', 'another']).default('latest'),
          status: z
            .enum(['warning_needs_response', 'warning_closed', 'needs_response', 'won', 'lost'])
            .default('needs_response'),
          amount: z.int().positive().optional(),
        })
        .parse(request.body);
      const known = objects.list('dispute').find(({ payment_intent }) => payment_intent === id);
      return provider.change(() =>
        known && dispute === 'latest'
          ? changeDispute(provider, known, status)
          : makeDispute(provider, objects.find('payment_intent', id)!, 'fraudulent', status, amount),
      );
    });

    // What a person does in the dashboard.
    scope.post('/_test/charge-by-hand', async (request) => {
      const { customer, amount } = z
        .strictObject({ customer: z.string().optional(), amount: z.int().positive() })
        .parse(request.body);
      return provider.change(() => chargeByHand(provider, customer, amount));
    });

    scope.post('/_test/refund-by-hand', async (request) => {
      const wanted = z
        .strictObject({ payment_intent: z.string(), amount: z.int().positive().optional() })
        .parse(request.body);
      return provider.change(() => createRefund(provider, { ...wanted, metadata: {} }));
    });

    // A bank has given the holder another card, of which the provider learns by itself.
    scope.post('/_test/renew-card', async (request) => {
      const { payment_method: id, ...renewed } = z
        .strictObject({ payment_method: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })
        .parse(request.body);
      return provider.change(() => {
        const known = objects.find('payment_method', id)!;
        const card = { ...known, card: { ...known.card, ...renewed } };
        objects.save(card);
        provider.tell('payment_method.automatically_updated', card);
        return card;
      });
    });

    scope.post('/_test/refund', async (request) => {
      const { refund: id } = z.strictObject({ refund: z.string() }).parse(request.body);
      return provider.change(() => {
        const refund = objects.find('refund', id)!;
        Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
        objects.save(refund);
        provider.tell('refund.failed', refund);
        return refund;
      });
    });
  });
}
