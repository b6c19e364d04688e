import type { FastifyInstance } from 'fastify';
import { accountAnswer } from '../../../shared/api/account.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { connectLoginProvider } from '../../integrations/login-provider.ts';
import { closeAccount, keepAccount, requireFreshSignIn } from './closing.ts';

/** `DELETE /api/account` and `POST /api/account/keep`: the holder ends the account, and changes their mind. */
export function closingRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { config, database, clock, accountParts, routeLimits } = deps;
  const provider = connectLoginProvider(config.login);
  const answer = { response: { 200: accountAnswer } };
  const onRequest = routeLimits.writes;

  const closing = {
    ...answer,
    summary: 'Close one’s own account, for good after 30 days; needs a sign-in of a few minutes ago',
    problems: ['sign-in-again', 'account-ended', 'not-found'] as const,
  };
  mount(app, endpoints.closeAccount, deps, { schema: closing, onRequest }, async ({ session, log }) => {
    await requireFreshSignIn(provider, session, log);
    await closeAccount(deps, session.userId);
    return describeAccount(accountParts, database, session.userId, clock());
  });

  const keeping = {
    ...answer,
    summary: 'Keep an account that one has closed oneself',
    problems: ['account-ended', 'not-found'] as const,
  };
  mount(app, endpoints.keepAccount, deps, { schema: keeping, onRequest }, async ({ session }) => {
    await keepAccount(deps, session.userId);
    return describeAccount(accountParts, database, session.userId, clock());
  });
}
