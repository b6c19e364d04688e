import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { usageAnswer, usagePeriod, usageQuery } from '../../../shared/api/usage.ts';
import { dayMs } from '../../../shared/durations.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseImpersonation } from '../../http/authentication.ts';
import { mount } from '../../http/mount.ts';
import { describeUsage, readCursor, writeUsageTable } from './usage.ts';

const standardPeriodMs = 31 * dayMs;

/** `GET /api/usage`: what one's own account has used, and what is left; and the requests as a table. */
export function usageRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { database, clock, routeLimits } = deps;

  function readPeriod(accountId: string, query: z.infer<typeof usagePeriod>, now: Date) {
    // What is requested at this very moment belongs to it.
    const to = query.to ? new Date(query.to) : new Date(now.getTime() + 1);
    const from = query.from ? new Date(query.from) : new Date(to.getTime() - standardPeriodMs);
    return { accountId, from, to };
  }

  const schema = {
    summary: 'What one’s own account has used, and what is left of its quotas',
    querystring: usageQuery,
    response: { 200: usageAnswer },
  };
  mount(app, endpoints.getUsage, deps, { schema }, async ({ session, query }) => {
    const now = clock();
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
    return describeUsage(database.kysely, readPeriod(session.userId, query, now), { cursor, now });
  });

  const csv = { content: { 'text/csv': { schema: z.string() } } };
  const table = {
    summary: 'The requests of one’s own account as a table',
    problems: ['impersonation-not-allowed'] as const,
    querystring: usagePeriod,
    response: { 200: { description: 'The table.', ...csv } },
  };
  const options = { schema: table, onRequest: routeLimits.writes };
  mount(app, endpoints.getUsageTable, deps, options, async ({ session, query }, reply) => {
    refuseImpersonation(session);
    const period = readPeriod(session.userId, query, clock());
    reply.headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="writing-ant-usage.csv"',
    });
    return reply.send(Readable.from(writeUsageTable(database.kysely, period)) as never);
  });
}
