import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { orderAnswer, orderRequest } from '../../../shared/api/orders.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { mount } from '../../http/mount.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import { Problem } from '../../http/problem.ts';
import { readLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { closeOpenCheckout, openCheckout, refreshAttempts } from '../cards/cards.ts';
import { chargedContracts } from './charged-contracts.ts';
import { readOrderSentences } from './order-texts.ts';
import { describeOrder, isStillToPay, placeOrder } from './orders.ts';

const submissionHeaders = z.object({ 'idempotency-key': idempotencyKey });

/** `POST /api/orders` and what became of one. */
export async function ordersRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, database, routeLimits } = deps;
  const context = { ...deps, legalDocuments: await readLegalDocuments(), sentences: readOrderSentences() };
  const cards = { ...deps, contracts: chargedContracts };
  const placing = {
    summary: 'Order with the obligation to pay',
    problems: [
      'confirmation-missing',
      'confirmations-changed',
      'documents-changed',
      'debt-open',
      'order-changed',
      'payment-pending',
      'sales-closed',
      'subscription-exists',
      'vat-check-unavailable',
      'vat-number-invalid',
      'card-provider-unreachable',
      'idempotency-key-reused',
      ...accountProblems,
    ] as const,
    description:
      'Under one `Idempotency-Key`, everything that was agreed has to be the same, also the billing data; else `idempotency-key-reused`. `shownSentences` proves what was shown: of each confirmation that is true, the SHA-256 in 64 hexadecimal digits of the sentence in UTF-8, as the order page of `locale` shows it beside the box, without the tags of its links and without blanks around it. Whoever orders otherwise than by that page shows its sentences: `order.confirmation.terms` and `order.confirmation.immediate-start` of `content/messages/<locale>/order.json`. `confirmations-changed` says which are others now: show them anew and ask again.',
    headers: submissionHeaders,
    body: orderRequest,
    response: { 201: orderAnswer },
  };
  const placingOptions = { schema: placing, onRequest: routeLimits.writes };
  mount(app, endpoints.placeOrder, deps, placingOptions, async ({ session, body, headers }, reply) => {
    const given = { accountId: session.userId, request: body, idempotencyKey: headers['idempotency-key'] };
    // An order that could not be paid is none.
    if (body.method === 'card' && !config.cards)
      throw new Problem(config.salesOpen.length ? 'card-provider-unreachable' : 'sales-closed');
    // What was ordered by card before is replaced, and must not be paid as well.
    if (body.method === 'invoice') await closeOpenCheckout(cards, session.userId);
    const { id, account_id: accountId, total_rappen: amountRappen } = await placeOrder(context, given);
    const describe = () => describeOrder(database.kysely, accountId, id);
    if (body.method === 'card' && (await isStillToPay(deps, id)))
      await openCheckout(cards, { accountId, orderId: id, amountRappen });
    return reply.code(201).send(await describe());
  });

  const reading = {
    summary: 'How an order of one’s own stands',
    problems: ['card-provider-unreachable'] as const,
    params: z.object({ id: z.uuid() }),
    response: { 200: orderAnswer },
  };
  mount(app, endpoints.getOrder, deps, { schema: reading }, async ({ session, params }) => {
    const describe = () => describeOrder(database.kysely, session.userId, params.id);
    const order = await describe();
    if (order.method !== 'card' || order.state !== 'open') return order;
    // Paid is what the provider says, not the address that the browser came back to.
    await refreshAttempts(cards, session.userId);
    return describe();
  });
}
