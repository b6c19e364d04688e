import type { FastifyInstance } from 'fastify';
import { customerAnswer, customerRequest } from '../../../shared/api/customer.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import { Problem } from '../../http/problem.ts';
import { describeCustomer, saveCustomer } from './customers.ts';
import { confirmVatNumber } from './vat.ts';

/** User agents are free text from the client; this many characters identify any browser. */
const maxUserAgentLength = 512;

/** `GET` and `PUT /api/customer`: to whom invoices are made out. */
export function customersRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { database, clock, routeLimits } = deps;
  const answer = { response: { 200: customerAnswer } };

  const reading = { ...answer, summary: 'One’s own billing data' };
  mount(app, endpoints.getCustomer, deps, { schema: reading }, async ({ session }) =>
    describeCustomer(database.kysely, session.userId, clock()),
  );

  const writing = {
    ...answer,
    summary: 'Give or change one’s own billing data',
    problems: ['vat-number-invalid', 'sales-closed', 'idempotency-key-reused', ...accountProblems] as const,
    body: customerRequest,
  };
  const onRequest = routeLimits.writes;
  mount(app, endpoints.saveCustomer, deps, { schema: writing, onRequest }, async ({ session, body, ip, headers }) => {
    await saveCustomer(deps, {
      accountId: session.userId,
      request: body,
      ipAddress: ip,
      userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    });
    const answer = await describeCustomer(database.kysely, session.userId, clock());
    if (answer.customer?.vat.state !== 'unconfirmed') return answer;
    if ((await confirmVatNumber(deps, session.userId)) === 'invalid') throw new Problem('vat-number-invalid');
    return describeCustomer(database.kysely, session.userId, clock());
  });
}
