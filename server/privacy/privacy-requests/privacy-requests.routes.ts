import type { FastifyInstance } from 'fastify';
import { accountAnswer } from '../../../shared/api/account.ts';
import { correctionRequest, decisionRequest } from '../../../shared/api/privacy-requests.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { answerRoutes } from './answer.routes.ts';
import { correctAccount, objectToTraces, restrictAccount } from './own-rights.ts';

/** What the holder of an account decides alone, done at once; and answers to what was asked in another way. */
export async function privacyRequestsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { database, clock, accountParts, routeLimits } = deps;
  const answer = { response: { 200: accountAnswer }, problems: ['account-ended', 'not-found'] as const };
  const onRequest = routeLimits.ownRights;
  const describe = (userId: string) => describeAccount(accountParts, database, userId, clock());

  const correction = { ...answer, summary: 'Correct one’s own name and country', body: correctionRequest };
  mount(app, endpoints.correctAccount, deps, { schema: correction, onRequest }, async ({ session, body }) => {
    await correctAccount(deps, session.userId, body);
    return describe(session.userId);
  });
  for (const [endpoint, summary, decide] of [
    [endpoints.restrictAccount, 'Have one’s own data kept and not used, or take that back', restrictAccount],
    [endpoints.objectToTraces, 'Object to what is kept for security alone, or take that back', objectToTraces],
  ] as const)
    mount(
      app,
      endpoint,
      deps,
      { schema: { ...answer, summary, body: decisionRequest }, onRequest },
      async ({ session, body }) => {
        await decide(deps, session.userId, body.isOn);
        return describe(session.userId);
      },
    );
  await answerRoutes(app, deps);
}
