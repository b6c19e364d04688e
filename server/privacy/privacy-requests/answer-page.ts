import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { joinArticles } from '../../../shared/dates.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { formatMoment } from '../../platform/mails/mails.ts';
import { fillText, readTexts } from '../../texts.ts';
import type { PrivacyRequest } from './privacy-requests.tables.ts';
import { holdsCopy } from './privacy-requests.ts';

const schema = z.strictObject({
  title: z.string(),
  enter: z.string(),
  code: z.string(),
  open: z.string(),
  wrong: z.string(),
  spent: z.string(),
  gone: z.string(),
  until: z.string(),
  copy: z.string(),
  support: z.string(),
});
type AnswerTexts = z.infer<typeof schema>;

export const readAnswerTexts = (): Promise<Record<Locale, AnswerTexts>> => readTexts('request-answer', schema);

/** What a link shows: that it opens nothing, the question for the code, or the answer. */
export type AnswerPage =
  | { kind: 'gone' }
  | { kind: 'question'; request: PrivacyRequest; fault?: 'wrong' | 'spent' | undefined }
  | { kind: 'answer'; request: PrivacyRequest; code: string };

/** Dark as the site on screens, black on white on paper. */
const style = `:root{color-scheme:dark}body{margin:0;background:#0c0b0a;color:#f4efe6;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:3rem 1.5rem}.brand{color:#b9b0a1;font:600 1.125rem Georgia,serif;margin:0 0 2.5rem}
h1{font:600 2rem/1.2 Georgia,serif;margin:0 0 1rem;text-wrap:balance}p{margin:0 0 1rem}a{color:#ffb238}.answer{white-space:pre-line;overflow-wrap:anywhere}
label{display:block;margin:0 0 .25rem;font-weight:600}input{font:inherit;letter-spacing:.1em;width:12rem;max-width:100%;box-sizing:border-box;padding:.75rem 1rem;
border:1px solid #8f8677;border-radius:.5rem;background:#171513;color:inherit}button{font:inherit;font-weight:600;margin:1.5rem 0;padding:.75rem 1.5rem;
border:1px solid #ffb238;border-radius:99rem;background:#ffb238;color:#0c0b0a;cursor:pointer}:focus-visible{outline:2px solid #ffb238;outline-offset:2px}
.fault{color:#ff9d85}@media print{:root{color-scheme:light}body{background:#fff;color:#000}button{display:none}a{color:inherit}}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const statuses = { gone: 404, question: 200, answer: 200 } as const;

export function writeAnswerPage(
  texts: AnswerTexts,
  locale: Locale,
  page: AnswerPage,
): { status: number; headers: Record<string, string>; html: string } {
  const email = `<a href="mailto:${operator.privacyEmail}">${escapeMarkup(operator.privacyEmail)}</a>`;
  const withEmail = (text: string) => fillText(escapeMarkup(text), { email });
  const title = escapeMarkup(texts.title);
  const html = `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} – Writing Ant</title><style>${style}</style></head>
<body><main>
<p class="brand">Writing Ant</p>
<h1>${title}</h1>
${describe(page, texts, locale, withEmail)}
</main></body>
</html>
`;
  return {
    status: page.kind === 'question' && page.fault ? 403 : statuses[page.kind],
    headers: {
      'cache-control': 'no-store',
      'content-language': formattingLocales[locale],
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
    html,
  };
}

function describe(page: AnswerPage, texts: AnswerTexts, locale: Locale, withEmail: (text: string) => string): string {
  if (page.kind === 'gone') return `<p>${withEmail(texts.gone)}</p>`;
  if (page.kind === 'question') {
    if (page.fault === 'spent') return `<p class="fault" role="alert">${withEmail(texts.spent)}</p>`;
    const fault = page.fault ? `<p class="fault" id="fault" role="alert">${escapeMarkup(texts.wrong)}</p>` : '';
    return `<form method="post"><p>${escapeMarkup(texts.enter)}</p>${fault}
<label for="code">${escapeMarkup(texts.code)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${page.fault ? ' aria-invalid="true" aria-describedby="fault"' : ''}>
<div><button>${escapeMarkup(texts.open)}</button></div></form>`;
  }
  const { request, code } = page;
  const copy = holdsCopy(request)
    ? `<form method="post"><input type="hidden" name="code" value="${escapeMarkup(code)}"><button name="copy" value="1">${escapeMarkup(texts.copy)}</button></form>\n`
    : '';
  return `<p class="answer">${escapeMarkup(request.answer ?? '')}</p>
${copy}<p>${escapeMarkup(joinArticles(locale, fillText(texts.until, { until: formatMoment(locale, request.answer_until!) })))}</p>
<p>${withEmail(texts.support)}</p>`;
}
