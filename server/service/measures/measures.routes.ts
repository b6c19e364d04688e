import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { accountAnswer } from '../../../shared/api/account.ts';
import { measureObjectionRequest } from '../../../shared/api/measures.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { objectToMeasure } from './objections.ts';

/** The button with which holders object to what was decided about their account; a mail does as well. */
export async function measuresRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { database, clock, accountParts, routeLimits } = deps;
  const schema = {
    summary: 'Object to a measure against one’s own account',
    params: z.object({ id: z.uuid() }),
    body: measureObjectionRequest,
    response: { 200: accountAnswer },
  };
  const options = { schema, onRequest: routeLimits.writes };
  mount(app, endpoints.objectToMeasure, deps, options, async ({ session: { userId }, params, body }) => {
    await objectToMeasure(deps, { accountId: userId, id: params.id, words: body.words });
    return describeAccount(accountParts, database, userId, clock());
  });
}
