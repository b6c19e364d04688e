import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/**
 * How calls can go wrong. With `lost` and `hang` the work is done, and its answer never arrives; with `drop` and
 * `unavailable` nothing is done.
 */
export const faultSchema = z.strictObject({
  kind: z.enum(['lost', 'hang', 'drop', 'unavailable', 'rate-limited']),
  /** The beginning of what fails, such as `POST /v1/payment_intents`; everything, if left out. */
  call: z.string().default(''),
  /** How many calls fail, counting repetitions. */
  times: z.int().min(1).default(1_000_000),
});
export type Fault = z.infer<typeof faultSchema>;

/** Answers instead of the call, or not at all; true when the call must not be carried out. */
export function failBefore(kind: Fault['kind'] | undefined, reply: FastifyReply): boolean {
  if (kind === 'drop') breakConnection(reply);
  else if (kind === 'unavailable')
    reply.code(503).send({ error: { type: 'api_error', message: 'The service is not available.' } });
  else if (kind === 'rate-limited')
    reply
      .code(429)
      .send({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } });
  return kind === 'drop' || kind === 'unavailable' || kind === 'rate-limited';
}

/** After the work: true when nobody is going to hear of it. */
export function failAfter(kind: Fault['kind'] | undefined, reply: FastifyReply): boolean {
  if (kind === 'lost') breakConnection(reply);
  else if (kind === 'hang') reply.hijack();
  return kind === 'lost' || kind === 'hang';
}

function breakConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
