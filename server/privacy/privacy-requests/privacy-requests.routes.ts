import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountAnswer } from '../../../shared/api/account.ts';
import { correctionRequest, decisionRequest } from '../../../shared/api/privacy-requests.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { sessionSecurity } from '../../http/authentication.ts';
import { answerRoutes } from './answer.routes.ts';
import { correctAccount, objectToTraces, restrictAccount } from './own-rights.ts';

/** What the holder of an account decides alone, done at once; and answers to what was asked in another way. */
export async function privacyRequestsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { database, clock, accountParts, requireSession, routeLimits } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const answer = { security: sessionSecurity, response: { 200: accountAnswer } };
  const onRequest = [requireSession.onRequest, routeLimits.writes];
  const describe = (userId: string) => describeAccount(accountParts, database, userId, clock());

  const correction = { ...answer, summary: 'Correct one’s own name and country', body: correctionRequest };
  typed.post(apiPaths.accountCorrection, { schema: correction, onRequest }, async ({ session, body }) => {
    await correctAccount(deps, session.userId, body);
    return describe(session.userId);
  });
  for (const [path, summary, decide] of [
    [apiPaths.accountRestriction, 'Have one’s own data kept and not used, or take that back', restrictAccount],
    [apiPaths.accountObjection, 'Object to what is kept for security alone, or take that back', objectToTraces],
  ] as const)
    typed.post(
      path,
      { schema: { ...answer, summary, body: decisionRequest }, onRequest },
      async ({ session, body }) => {
        await decide(deps, session.userId, body.isOn);
        return describe(session.userId);
      },
    );
  await answerRoutes(app, deps);
}
