import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { defaultLocale, locales } from '../../shared/locales.ts';
import { mostWanted } from '../../shared/quality-values.ts';
import { readTexts } from '../texts.ts';
import { sendError, toProblem } from './error-answers.ts';
import type { Problem } from './problem.ts';

const sentences = z.strictObject({
  'account-ended': z.string(),
  'account-restricted': z.string(),
  'account-suspended': z.string(),
  'account-throttled': z.string(),
  'app-version-not-supported': z.string(),
  'confirmation-missing': z.string(),
  'content-not-allowed': z.string(),
  'daily-ceiling-reached': z.string(),
  'internal-error': z.string(),
  'quota-exhausted': z.string(),
  'recording-too-long': z.string(),
  'request-already-answered': z.string(),
  'request-in-progress': z.string(),
  'service-unavailable': z.string(),
  'sign-in-too-old': z.string(),
  'text-service-blocked': z.string(),
  'text-service-unavailable': z.string(),
  'too-many-open-requests': z.string(),
  'too-many-requests': z.string(),
  'transcript-too-long': z.string(),
});

/** Reads what users are told of problems; the result makes a problem of any error, with that sentence where there is one. */
export async function readProblemSentences(): Promise<(error: unknown, request: FastifyRequest) => Problem> {
  const texts = await readTexts('text-problems', sentences);
  return (error, { headers }) => {
    const problem = toProblem(error);
    const wanted = mostWanted(headers['accept-language']).map((tag) => tag.slice(0, 2));
    const locale = wanted.flatMap((tag) => locales.filter((each) => each === tag))[0] ?? defaultLocale;
    const message: string | undefined = { ...texts[locale] }[problem.code as keyof (typeof texts)[typeof locale]];
    return message === undefined ? problem : problem.with({ message });
  };
}

/** The error handler of a route whose problems a program shows to its user. */
export async function tellUsersOfProblems() {
  const explain = await readProblemSentences();
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendError(explain(error, request), request, reply);
}
