import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { emailVerifications } from './config.ts';

const everywhere = {
  ok: 'as usual',
  'rate-limited': 'too many requests (429)',
  unavailable: 'not available (503)',
  'html-502': 'a page instead of data (502)',
  drop: 'the connection breaks',
  hang: 'no answer',
} as const;

/** What can be made to go wrong with each call, and what the page by hand says of it. */
export const faultKinds = {
  authenticate: {
    ...everywhere,
    'dead-session': 'the session has ended (400)',
    'lost-reply': 'done, but the answer is lost',
  },
  management: everywhere,
  jwks: {
    ...everywhere,
    slow: 'good, but late, and nothing else waits',
    lying: 'other keys under the same ids',
    garbage: 'no keys at all (200)',
  },
} as const;

/** Its kinds. `lost-reply` does the work and then breaks the connection; `garbage` is a 200 that is no set of keys. */
const kindsOf = <Kind extends string>(meanings: Readonly<Record<Kind, string>>) =>
  z.enum(Object.keys(meanings) as Kind[]);

/** A number; an empty field of the page by hand is as good as none. */
const number = (min: number, max: number) =>
  z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(min).max(max).optional());

/** Faults as they are asked for; what is left out is as usual. */
export const faultsSchema = z
  .strictObject({
    authenticate: kindsOf(faultKinds.authenticate).default('ok'),
    management: kindsOf(faultKinds.management).default('ok'),
    jwks: kindsOf(faultKinds.jwks).default('ok'),
    /** Sessions are told to be older than they are by this. */
    sessionMinutes: number(0, 100_000),
    /** Wait before each answer; with slow keys before those only. */
    delayMs: number(0, 600_000),
    /** Instead of the configured life of an access token; may be negative: issued already expired. */
    tokenSeconds: number(-86_400, 86_400),
    /** Instead of what the settings say. */
    emailVerification: z.enum(emailVerifications).optional(),
  })
  .refine(({ jwks, delayMs }) => jwks !== 'slow' || delayMs, 'How slow the keys are is in delayMs.');

export type Faults = z.infer<typeof faultsSchema>;

export const noFaults: Readonly<Faults> = faultsSchema.parse({});

const refusal = (error: string, error_description: string) => ({ error, error_description });

const answers: Readonly<Record<string, readonly [status: number, body: object | string]>> = {
  garbage: [200, { keys: 'none' }],
  'dead-session': [400, refusal('invalid_grant', 'The session has already ended.')],
  'rate-limited': [429, refusal('rate_limit_exceeded', 'Too many requests.')],
  unavailable: [503, refusal('server_error', 'The service is not available.')],
  'html-502': [502, '<h1>Bad gateway</h1>'],
};

/** Waits and fails as switched on; true when the answer is given (or never will be). */
export async function answerWithFault(
  faults: Faults,
  call: keyof typeof faultKinds,
  reply: FastifyReply,
): Promise<boolean> {
  const waits = faults.jwks !== 'slow' || call === 'jwks';
  if (waits && faults.delayMs) await sleep(faults.delayMs);
  const fault = faults[call];
  const answer = answers[fault];
  if (answer) {
    const [status, body] = answer;
    if (status === 429) reply.header('retry-after', '1');
    if (typeof body === 'string') reply.type('text/html; charset=utf-8');
    reply.code(status).send(body);
  } else if (fault === 'drop') dropConnection(reply);
  else if (fault === 'hang') reply.hijack();
  return answer !== undefined || fault === 'drop' || fault === 'hang';
}

/** Breaks the connection without an answer. */
export function dropConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
