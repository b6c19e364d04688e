import type { FastifyInstance } from 'fastify';
import { accountAnswer } from '../../../shared/api/account.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';

/** `GET /api/account`: one's own account, as far as each feature knows of it. */
export function accountsRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { database, clock, accountParts } = deps;
  const schema = { summary: 'One’s own account', response: { 200: accountAnswer } };
  mount(app, endpoints.getAccount, deps, { schema }, async ({ session }) =>
    describeAccount(accountParts, database, session.userId, clock()),
  );
}
