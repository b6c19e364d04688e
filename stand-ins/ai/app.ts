import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultsSchema, noFaults } from './faults.ts';
import { models, moderationCategories, moderationModel } from './models.ts';
import { refuse, responsesRoute } from './responses.routes.ts';
import type { AiState } from './state.ts';

const keptRequests = 100;
/** A text that is repeated until every buffer on its way is full is judged, too. */
const bodyLimitBytes = 32 * 1024 * 1024;

const moderationBody = z.strictObject({
  model: z.literal(moderationModel),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
});

/** The stand-in's web application, without listening. */
export function buildAiApp({ testControls }: { testControls: boolean }): { app: FastifyInstance; state: AiState } {
  const app = Fastify({ bodyLimit: bodyLimitBytes, forceCloseConnections: true });
  const state: AiState = { faults: noFaults(), requests: [], open: 0, cut: 0, sentPieces: 0 };

  app.addHook('preHandler', async ({ url, headers, body }, reply) => {
    if (!url.startsWith('/v1/')) return;
    if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return refuse(reply, 401, 'invalid_api_key');
    // What was written is remembered for tests alone.
    if (testControls) state.requests.push({ path: url, body });
    if (state.requests.length > keptRequests) state.requests.shift();
  });

  responsesRoute(app, state);

  app.post('/v1/moderations', async (request, reply) => {
    const { data } = moderationBody.safeParse(request.body);
    if (!data) return refuse(reply, 400, 'invalid_value');
    const { status, code = 'server_error', retryAfterSeconds, delayMs, scores, about } = state.faults.moderation;
    if (delayMs) await sleep(delayMs);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    if (status) return refuse(reply, status, code);
    const table = <Value>(value: (category: string) => Value) =>
      Object.fromEntries(moderationCategories.map((category) => [category, value(category)]));
    // One result for each text, in their order.
    const results = [data.input].flat().map((text) => {
      const scoreOf = (category: string) => (text.includes(about) ? (scores[category] ?? 0) : 0);
      const categories = table((name) => scoreOf(name) > 0.5);
      const flagged = Object.values(categories).includes(true);
      return { flagged, categories, category_scores: table(scoreOf), category_applied_input_types: {} };
    });
    return { id: 'modr_1', model: moderationModel, results };
  });

  app.get('/v1/models', async (_request, reply) => {
    const { list, gone, listed, shutdownDates } = state.faults;
    if (list.status) return refuse(reply, list.status, 'server_error');
    const names = [...Object.keys(models), moderationModel].filter(
      (name) => !gone.includes(name) && (listed?.includes(name) ?? true),
    );
    const data = names.map((id) => ({
      ...{ id, object: 'model', created: 1_750_000_000, owned_by: 'stand-in' },
      shutdown_date: shutdownDates[id] ?? null,
    }));
    return { object: 'list', data };
  });

  if (testControls) {
    app.post('/_test/faults', async (request) => {
      state.faults = faultsSchema.parse(request.body);
      return state.faults;
    });
    app.get('/_test/requests', async () => state.requests);
  }
  return { app, state };
}
