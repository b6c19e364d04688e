import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { localizedPath, type PagePath, paths } from '../../shared/paths.ts';
import type { ProblemCode } from '../../shared/problems.ts';
import { mostWanted } from '../../shared/quality-values.ts';
import type { Config } from '../config/config.ts';
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

/** Where a user can do something about a problem: `message` says what. */
const places: Partial<Record<ProblemCode, PagePath>> = {
  'account-ended': paths.account,
  'account-restricted': paths.accountData,
  'account-suspended': paths.account,
  'account-throttled': paths.account,
  'app-version-not-supported': paths.download,
  'confirmation-missing': paths.account,
  'content-not-allowed': paths.aiServiceUsePolicy,
  'quota-exhausted': paths.accountPlan,
  'recording-too-long': paths.accountPlan,
  'text-service-blocked': paths.account,
};

type Explain = (error: unknown, request: FastifyRequest) => Problem;

/**
 * Reads what users are told of problems; the result makes a problem of any error, with that sentence where there is one, and the
 * address where something can be done.
 */
export async function readProblemSentences({ siteOrigin }: Pick<Config, 'siteOrigin'>): Promise<Explain> {
  const texts = await readTexts('text-problems', sentences);
  return (error, request) => {
    const problem = toProblem(error);
    const locale = localeOf(request);
    const message: string | undefined = { ...texts[locale] }[problem.code as keyof (typeof texts)[typeof locale]];
    const place = places[problem.code];
    return problem.with({
      ...(message !== undefined && { message }),
      ...(place && { action: { url: siteOrigin + localizedPath(place, locale) } }),
    });
  };
}

/** The language in which the user of a program is told something. */
export function localeOf({ headers }: FastifyRequest): Locale {
  const wanted = mostWanted(headers['accept-language']).map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => locales.filter((each) => each === tag))[0] ?? defaultLocale;
}

/** The error handler of a route whose problems a program shows to its user. */
export async function tellUsersOfProblems(config: Pick<Config, 'siteOrigin'>) {
  const explain = await readProblemSentences(config);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendError(explain(error, request), request, reply);
}
