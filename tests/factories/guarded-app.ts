import Fastify, { type FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { authenticate } from '../../server/http/authentication.ts';
import { answerErrorsAsProblems } from '../../server/http/error-answers.ts';
import { createMark } from '../../server/http/log-marks.ts';
import type { LogStream } from '../../server/http/request-log.ts';
import { logOptions } from '../../server/http/request-log.ts';

/** The outcome of one request with a token. */
interface GuardedAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came as JSON.
  body: any;
  challenge: string | string[] | undefined;
}

/** An app with one route behind sign-in, which answers with the session, and one that forgot to require it. */
export interface GuardedApp {
  app: FastifyInstance;
  ask(authorization?: string): Promise<GuardedAnswer>;
  askWith(token: string | Promise<string>): Promise<GuardedAnswer>;
  /** Every line of the log so far. */
  logLines: string[];
}

export function createGuardedApp(
  issuer: { environment: Record<string, string> },
  reading: Parameters<typeof authenticate>[2] = {},
): GuardedApp {
  const logLines: string[] = [];
  const stream: LogStream = { write: (line) => void logLines.push(line) };
  const app = Fastify({ logger: logOptions('error', createMark(Buffer.from('a key')), stream) });
  answerErrorsAsProblems(app);
  const { requireSession, requireDesktopToken } = authenticate(app, readConfig(issuer.environment).login, reading);
  app.get('/session', requireSession, async (request) => request.session);
  app.get('/desktop', requireDesktopToken, async (request) => request.session);
  app.get('/open', async (request) => request.session);
  const ask = async (authorization?: string) => {
    const response = await app.inject({ url: '/session', headers: authorization ? { authorization } : {} });
    return { status: response.statusCode, body: response.json(), challenge: response.headers['www-authenticate'] };
  };
  return { app, ask, askWith: async (token) => ask(`Bearer ${await token}`), logLines };
}

/** The token is to blame. */
export const refused = {
  status: 401,
  body: expect.objectContaining({ code: 'authentication-required' }),
  challenge: 'Bearer error="invalid_token"',
};

/** Nothing is known about the token. */
export const unknowable = {
  status: 503,
  body: expect.objectContaining({ code: 'login-keys-unreachable' }),
  challenge: undefined,
};
