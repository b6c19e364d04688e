import type { FastifyInstance } from 'fastify';
import { noticeAnswer, noticeRequest } from '../../../shared/api/notices.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseCrossSite } from '../../http/cross-site.ts';
import { mount } from '../../http/mount.ts';
import { receiveNotice } from './notices.ts';

/** `POST /api/notices`: a withdrawal or cancellation without a sign-in. */
export function noticesRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  mount(
    app,
    endpoints.sendNotice,
    {},
    {
      onRequest: refuseCrossSite(deps.config),
      ...deps.routeLimits.notices,
      schema: {
        summary: 'Withdraw from a contract or cancel one, without a session',
        body: noticeRequest,
        response: { 201: noticeAnswer },
      },
    },
    async ({ body }, reply) => {
      const answer = await receiveNotice(deps, body);
      return reply.code(201).send(answer);
    },
  );
}
