import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { statisticsRequest } from '../../../shared/api/statistics.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { countVisit } from './statistics.ts';

/** Headers of a browser that does not want to be counted; the site does not ask it, and this is the second lock. */
const signals = z.object({ 'sec-gpc': z.optional(z.string()), dnt: z.optional(z.string()) });

const answer = z.object({ counted: z.boolean() });

/** `POST /api/statistics`: counts a page view or measurements of a page, from visitors who allow it. */
export function statisticsRoutes(app: FastifyInstance, context: RouteDependencies): void {
  mount(
    app,
    endpoints.countVisit,
    {},
    {
      ...context.routeLimits.statistics,
      schema: {
        summary: 'Count a page view or measurements, without an identifier',
        headers: signals,
        body: statisticsRequest,
        response: { 200: answer },
      },
    },
    async ({ headers, body }) => {
      const isRefused = headers['sec-gpc'] === '1' || headers.dnt === '1';
      if (!isRefused) await countVisit(context, body);
      return { counted: !isRefused };
    },
  );
}
