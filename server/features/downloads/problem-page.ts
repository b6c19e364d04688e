import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { downloadLinkDays } from '../../../shared/business/transfer-limits.ts';
import { defaultLocale, findPreferredLocale, formattingLocales, type Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import { mostWanted } from '../../../shared/quality-values.ts';
import { Problem } from '../../http/problem.ts';
import { readTexts } from '../../texts.ts';

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

/** The page is self-contained: it works even when the rest of the site does not. */
const style = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0c0b0a;color:#f4efe6;
font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:34rem;padding:2rem 1.5rem}h1{font:600 2rem/1.2 Georgia,serif;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem}a{color:#ffb238}a:focus-visible{outline:2px solid #ffb238;outline-offset:2px}
.brand{display:flex;align-items:center;gap:.75rem;margin-bottom:2.5rem;color:#b9b0a1;font:600 1.125rem Georgia,serif}
.action{display:inline-block;text-align:center;margin:.5rem 0 1.5rem;padding:.75rem 1.5rem;border:1px solid #ffb238;border-radius:99rem;background:#ffb238;color:#0c0b0a;font-weight:600;text-decoration:none}`;

const productName = 'Writing Ant';

/** The trail that becomes a line, as everywhere on the site. */
const trail = `<svg width="56" height="14" viewBox="0 0 56 14" fill="#ffb238" aria-hidden="true"><circle cx="3" cy="4" r="2"/><circle cx="11" cy="7" r="2"/><circle cx="19" cy="5" r="2"/><circle cx="27" cy="8" r="2"/><rect x="34" y="9" width="22" height="2" rx="1"/></svg>`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

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
  const language = locale ?? findPreferredLocale(mostWanted(request.headers['accept-language'])) ?? defaultLocale;
  const page = describePage(code, texts[language], language, siteOrigin);
  return reply
    .code(error.status)
    .headers({
      'cache-control': 'no-store',
      'content-language': formattingLocales[language],
      'content-security-policy': policy,
      ...error.headers,
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

function describePage(code: ExplainedCode, texts: ProblemTexts[Locale], locale: Locale, siteOrigin: string): string {
  const { title, text } = texts.problems[code];
  const fill = (sentence: string) => escapeMarkup(sentence.replace('{days}', String(downloadLinkDays)));
  const email = `<a href="mailto:${operator.supportEmail}">${escapeMarkup(operator.supportEmail)}</a>`;
  const address = siteOrigin + localizedPath(paths.download, locale);
  const isAnew = startsAnew.has(code);
  return `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${fill(title)} – ${productName}</title><style>${style}</style></head>
<body><main>
<p class="brand">${trail}${productName}</p>
<h1>${fill(title)}</h1>
<p>${fill(text)}</p>
${isAnew ? '' : `<p>${fill(texts.keep)}</p>\n`}<p><a class="action" href="${escapeMarkup(address)}">${fill(isAnew ? texts.anew : texts.action)}</a></p>
<p>${fill(texts.support).replace('{email}', email)}</p>
</main></body>
</html>
`;
}
