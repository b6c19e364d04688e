import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ModelFault } from './faults.ts';
import { models } from './models.ts';
import type { AiState } from './state.ts';
import { readAssignment, write, writeBadly } from './writing.ts';

/** Everything that the service may send; whatever else is refused as the provider refuses it. */
const body = z.strictObject({
  model: z.string(),
  instructions: z.string(),
  input: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string() })]),
  stream: z.literal(true),
  store: z.literal(false),
  safety_identifier: z.string().min(1).max(64),
  max_output_tokens: z.int().min(16),
  reasoning: z.strictObject({ effort: z.string() }).optional(),
  prompt_cache_options: z.strictObject({ mode: z.literal('explicit') }).optional(),
});

const charactersPerToken = 4;
const standardWordsPerPiece = 3;

/** `POST /v1/responses`, streamed. */
export function responsesRoute(app: FastifyInstance, state: AiState): void {
  app.post('/v1/responses', async (request, reply) => {
    const { data, error } = body.safeParse(request.body);
    if (!data) return refuse(reply, 400, 'invalid_value', error.message);
    const fault = state.faults.models[data.model] ?? state.faults.models['*'] ?? {};
    const model = models[data.model];
    if (!model || state.faults.gone.includes(data.model)) return refuse(reply, 404, 'model_not_found');
    const effort = data.reasoning?.effort;
    if (effort !== undefined && !model.efforts) return refuse(reply, 400, 'unsupported_parameter');
    if (effort !== undefined && !model.efforts?.includes(effort)) return refuse(reply, 400, 'unsupported_value');
    if (data.prompt_cache_options && !model.hasCacheOptions) return refuse(reply, 400, 'unknown_parameter');
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds);
    if (fault.status) return refuse(reply, fault.status, fault.code ?? 'server_error');
    const assignment = readAssignment(data.input[0].content);
    if (!assignment) return refuse(reply, 400, 'invalid_prompt');
    const good = state.faults.texts[assignment.transcript] ?? write(assignment);
    const text = fault.behaviour ? writeBadly(fault.behaviour, good, assignment, data.instructions) : good;
    await stream(reply, data, text, fault, state);
  });
}

/** The provider's form of an error. */
export function refuse(reply: FastifyReply, status: number, code: string, message = `Refused: ${code}.`) {
  return reply.code(status).send({ error: { message, type: 'invalid_request_error', param: null, code } });
}

/** A text as often as asked for, piece by piece: all of it at once would be much for many long answers. */
function* cutIntoPieces(text: string, { repeat = 1, wordsPerPiece = standardWordsPerPiece }: ModelFault) {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  const count = words.length * repeat;
  for (let from = 0; from < count; from += wordsPerPiece) {
    const length = Math.min(wordsPerPiece, count - from);
    yield Array.from({ length }, (_, index) => words[(from + index) % words.length]).join('');
  }
}

async function stream(
  reply: FastifyReply,
  { model, instructions, input }: z.infer<typeof body>,
  text: string,
  fault: ModelFault,
  state: AiState,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.on('close', () => {
    state.open -= 1;
    if (!raw.writableFinished) state.cut += 1;
  });
  state.open += 1;
  if (fault.drop) return void raw.destroy();
  let number = 0;
  const send = async (type: string, more: object) => {
    const isTaken = raw.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...more })}\n\n`,
    );
    // Whoever reads slowly slows this down.
    while (!isTaken && raw.writableNeedDrain && !raw.destroyed) await sleep(5);
  };
  const response = { id: `resp_${state.requests.length}`, object: 'response', model, output: [] };
  const usage = {
    input_tokens: Math.ceil((instructions.length + input[0].content.length) / charactersPerToken),
    output_tokens: Math.ceil((text.length * (fault.repeat ?? 1)) / charactersPerToken),
    total_tokens: 0,
  };
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  await send('response.created', { response: { ...response, status: 'in_progress' } });
  if (fault.delayMs) await sleep(fault.delayMs);
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  let index = 0;
  for (const delta of fault.ending === 'refusal' ? [] : cutIntoPieces(text, fault)) {
    if (raw.destroyed) return;
    if (index === fault.dropAfter) return void raw.destroy();
    if (index === fault.endAfter) return void raw.end();
    if (index === fault.silentAfter) return;
    if (index && fault.pieceDelayMs) await sleep(fault.pieceDelayMs);
    await send('response.output_text.delta', { delta, logprobs: [], ...place });
    state.sentPieces += 1;
    index += 1;
  }
  if (fault.ending === 'refusal') await send('response.refusal.done', { refusal: 'No.', ...place });
  const ended = { ...response, usage };
  if (fault.ending === 'failed' || fault.ending === 'overloaded') {
    const code = fault.ending === 'failed' ? 'server_error' : 'rate_limit_exceeded';
    await send('response.failed', { response: { ...ended, status: 'failed', error: { code, message: 'Failed.' } } });
  } else if (fault.ending === 'incomplete' || fault.ending === 'filtered') {
    const reason = fault.ending === 'incomplete' ? 'max_output_tokens' : 'content_filter';
    const details = { incomplete_details: { reason } };
    await send('response.incomplete', { response: { ...ended, status: 'incomplete', ...details } });
  } else await send('response.completed', { response: { ...ended, status: 'completed' } });
  raw.end();
}
