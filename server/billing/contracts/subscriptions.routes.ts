import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { subscriptionAnswer, subscriptionChange, subscriptionRequest } from '../../../shared/api/subscription.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { mount } from '../../http/mount.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import { openCheckout, refreshAttempts } from '../cards/cards.ts';
import { chargedContracts } from './charged-contracts.ts';
import { describeSubscription } from './describe-subscription.ts';
import { changeSubscription } from './subscription-actions.ts';

const submissionHeaders = z.object({ 'idempotency-key': idempotencyKey });

/** `GET` and `POST /api/subscription`: what is bought and owed, what can be done, and doing it. */
export function subscriptionsRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { config, database, clock, routeLimits } = deps;
  const cards = { ...deps, contracts: chargedContracts };
  const describe = (accountId: string, isProviderSilent = false) =>
    database.kysely
      .transaction()
      .execute((trx) =>
        describeSubscription(trx, accountId, { salesOpen: config.salesOpen, now: clock(), isProviderSilent }),
      );

  const reading = {
    summary: 'What one has bought, what is to be paid, and what can be done',
    response: { 200: subscriptionAnswer },
  };
  mount(app, endpoints.getSubscription, deps, { schema: reading }, async ({ session }) => {
    // Whoever comes back from the provider's page is told at once what became of it.
    const isCurrent = await refreshAttempts(cards, session.userId);
    return describe(session.userId, !isCurrent);
  });

  const acting = {
    summary: 'Cancel, resume or change what one has bought, or how it is paid',
    problems: [
      'change-not-possible',
      'debt-open',
      'order-changed',
      'payment-pending',
      'sales-closed',
      'vat-check-unavailable',
      'vat-number-invalid',
      'card-provider-unreachable',
      'idempotency-key-reused',
      'not-found',
      ...accountProblems,
    ] as const,
    headers: submissionHeaders,
    body: subscriptionRequest,
    response: { 200: subscriptionChange },
  };
  const actingOptions = { schema: acting, onRequest: routeLimits.writes };
  mount(app, endpoints.changeSubscription, deps, actingOptions, async ({ session, body, headers }) => {
    const { userId: accountId } = session;
    const purpose = await changeSubscription(deps, accountId, body, headers['idempotency-key']);
    const checkout = purpose && (await openCheckout(cards, { accountId, ...purpose }));
    return { ...(await describe(accountId)), payAt: checkout?.payAt ?? null };
  });
}
