import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { downloadLinkDays } from '../../../shared/business/download-limits.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import { Problem } from '../../http/problem.ts';
import { preferredLocale, type SmallPage, sendSmallPage } from '../../http/small-page.ts';
import { fillText, readTexts } from '../../texts.ts';

const explainedCodes = [
  'link-expired',
  'link-invalid',
  'release-withdrawn',
  'account-ended',
  'account-suspended',
  'not-found',
  'too-many-requests',
  'link-used-up',
  'service-unavailable',
] as const;
type ExplainedCode = (typeof explainedCodes)[number];

/** After these, either what has arrived so far is useless, or nothing has arrived yet. */
const startsAnew: ReadonlySet<string> = new Set(['release-withdrawn', 'not-found']);

const textsSchema = z.strictObject({
  action: z.string(),
  /** The alternative, where there is nothing to continue. */
  anew: z.string(),
  /** What to do with the part that has arrived. */
  keep: z.string(),
  support: z.string(),
  problems: z.record(z.enum(explainedCodes), z.strictObject({ title: z.string(), text: z.string() })),
});

/** What people are told when their link does not work, in every language. */
export type ProblemTexts = Record<Locale, z.infer<typeof textsSchema>>;

/** Throws when a text or an argument is missing in a language. */
export function readProblemTexts(): Promise<ProblemTexts> {
  return readTexts('download-problems', textsSchema);
}

/**
 * Answers a person, whose browser asks for a page, in their language: the download's where it is known, otherwise the
 * browser's preferred one. Undefined for programs, which get the problem itself.
 */
export function sendProblemPage(
  texts: ProblemTexts,
  siteOrigin: string,
  { error, locale }: { error: unknown; locale: Locale | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const code = error instanceof Problem && explainedCodes.find((each) => each === error.code);
  if (!(error instanceof Problem) || !code) return undefined;
  // Both representations share one address.
  reply.header('vary', 'accept, accept-language');
  if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return undefined;
  const language = locale ?? preferredLocale(request.headers['accept-language']);
  return sendSmallPage(
    reply.code(error.status).headers({ ...error.headers }),
    describePage(code, texts[language], language, siteOrigin),
  );
}

function describePage(code: ExplainedCode, texts: ProblemTexts[Locale], locale: Locale, siteOrigin: string): SmallPage {
  const { title, text } = texts.problems[code];
  const fill = (sentence: string) =>
    fillText(sentence, { days: downloadLinkDays, accountDays: retention.deletedAccountDays });
  const email = `<a href="mailto:${operator.supportEmail}">${escapeMarkup(operator.supportEmail)}</a>`;
  const isAnew = startsAnew.has(code);
  return {
    locale,
    siteOrigin,
    title: fill(title),
    paragraphs: [text, ...(isAnew ? [] : [texts.keep])].map(fill),
    action: {
      label: fill(isAnew ? texts.anew : texts.action),
      url: siteOrigin + localizedPath(paths.download, locale),
    },
    footnote: fillText(escapeMarkup(fill(texts.support)), { email }),
  };
}
