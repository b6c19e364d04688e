import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type EmailVerification, emailVerifications } from './config.ts';

/** What can be made to go wrong, for tests. `lost-reply` does the work and then breaks the connection. */
export const faultKinds = [
  'ok',
  'dead-session',
  'rate-limited',
  'unavailable',
  'html-502',
  'drop',
  'hang',
  'lost-reply',
] as const;

type FaultKind = (typeof faultKinds)[number];

/**
 * Those that make sense for the keys. `slow` answers well, after `delayMs`, and lets nothing else wait; `lying` is a good
 * set with other keys under the same ids; `garbage` is a 200 that is no set of keys.
 */
export const keysFaultKinds = [
  'ok',
  'slow',
  'lying',
  'garbage',
  'rate-limited',
  'unavailable',
  'html-502',
  'drop',
  'hang',
] as const;

/** What the page by hand says of each. */
export const faultMeanings: Record<FaultKind | (typeof keysFaultKinds)[number], string> = {
  ok: 'as usual',
  'dead-session': 'the session has ended (400)',
  'rate-limited': 'too many requests (429)',
  unavailable: 'not available (503)',
  'html-502': 'a page instead of data (502)',
  drop: 'the connection breaks',
  hang: 'no answer',
  'lost-reply': 'done, but the answer is lost',
  slow: 'good, but late',
  lying: 'other keys under the same ids',
  garbage: 'no keys at all (200)',
};

/** Those that make sense for what the site's server asks. */
export const managementFaultKinds = ['ok', 'rate-limited', 'unavailable', 'html-502', 'drop', 'hang'] as const;

export interface Faults {
  authenticate: FaultKind;
  management: (typeof managementFaultKinds)[number];
  /** Sessions are told to be older than they are by this. */
  sessionMinutes: number;
  jwks: (typeof keysFaultKinds)[number];
  /** Wait before each answer of the two; with slow keys before those only. */
  delayMs: number;
  /** Instead of the configured life of an access token; may be negative: issued already expired. */
  tokenSeconds: number | undefined;
  /** Instead of what the settings say. */
  emailVerification: EmailVerification | undefined;
}

export const noFaults: Readonly<Faults> = {
  authenticate: 'ok',
  management: 'ok',
  sessionMinutes: 0,
  jwks: 'ok',
  delayMs: 0,
  tokenSeconds: undefined,
  emailVerification: undefined,
};

/** Faults as they are asked for; what is left out is as usual. */
export const faultsSchema = z
  .strictObject({
    authenticate: z.enum(faultKinds).optional(),
    management: z.enum(managementFaultKinds).optional(),
    sessionMinutes: z.int().min(0).max(100_000).optional(),
    jwks: z.enum(keysFaultKinds).optional(),
    delayMs: z.int().min(0).max(600_000).optional(),
    tokenSeconds: z.int().min(-86_400).max(86_400).optional(),
    emailVerification: z.enum(emailVerifications).optional(),
  })
  .refine(({ jwks, delayMs }) => jwks !== 'slow' || delayMs, 'How slow the keys are is in delayMs.');

/** Waits and fails as switched on; true when the answer is given (or never will be). */
export async function answerWithFault(
  faults: Faults,
  call: 'authenticate' | 'jwks' | 'management',
  reply: FastifyReply,
): Promise<boolean> {
  const waits = faults.jwks !== 'slow' || call === 'jwks';
  if (waits && faults.delayMs) await sleep(faults.delayMs);
  switch (faults[call]) {
    case 'garbage':
      reply.send({ keys: 'none' });
      return true;
    case 'dead-session':
      reply.code(400).send({ error: 'invalid_grant', error_description: 'The session has already ended.' });
      return true;
    case 'rate-limited':
      reply.code(429).header('retry-after', '1');
      reply.send({ error: 'rate_limit_exceeded', error_description: 'Too many requests.' });
      return true;
    case 'unavailable':
      reply.code(503).send({ error: 'server_error', error_description: 'The service is not available.' });
      return true;
    case 'html-502':
      reply.code(502).type('text/html; charset=utf-8').send('<h1>Bad gateway</h1>');
      return true;
    case 'drop':
      dropConnection(reply);
      return true;
    case 'hang':
      reply.hijack();
      return true;
    default:
      return false;
  }
}

/** Breaks the connection without an answer. */
export function dropConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
