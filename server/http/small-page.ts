import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { defaultLocale, findPreferredLocale, formattingLocales, type Locale } from '../../shared/locales.ts';
import { escapeMarkup } from '../../shared/markup.ts';
import { mostWanted } from '../../shared/quality-values.ts';

/** A page that the server writes by itself: it works even when the rest of the site does not. Words are plain text. */
export interface SmallPage {
  locale: Locale;
  title: string;
  paragraphs: readonly string[];
  /** A link, or a button that sends a form without fields to this address. */
  action: { label: string; url: string; sends?: true };
  /** Markup of its own after the action. */
  footnote?: string;
}

const style = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0c0b0a;color:#f4efe6;
font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:34rem;padding:2rem 1.5rem}h1{font:600 2rem/1.2 Georgia,serif;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem}a{color:#ffb238}a:focus-visible,button:focus-visible{outline:2px solid #ffb238;outline-offset:2px}
.brand{display:flex;align-items:center;gap:.75rem;margin-bottom:2.5rem;color:#b9b0a1;font:600 1.125rem Georgia,serif}
.action{display:inline-block;text-align:center;margin:.5rem 0 1.5rem;padding:.75rem 1.5rem;border:1px solid #ffb238;border-radius:99rem;background:#ffb238;color:#0c0b0a;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}`;

const productName = 'Writing Ant';

/** The trail that becomes a line, as everywhere on the site. */
const trail = `<svg width="56" height="14" viewBox="0 0 56 14" fill="#ffb238" aria-hidden="true"><circle cx="3" cy="4" r="2"/><circle cx="11" cy="7" r="2"/><circle cx="19" cy="5" r="2"/><circle cx="27" cy="8" r="2"/><rect x="34" y="9" width="22" height="2" rx="1"/></svg>`;

const policyWith = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Sends it, to be kept by nobody. */
export function sendSmallPage(reply: FastifyReply, page: SmallPage): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-language': formattingLocales[page.locale],
      'content-security-policy': policyWith(page.action.sends ? "'self'" : "'none'"),
    })
    .type('text/html; charset=utf-8')
    .send(describePage(page));
}

/** The language that a browser asks for first, of those that we speak. */
export const preferredLocale = (acceptLanguage: string | undefined): Locale =>
  findPreferredLocale(mostWanted(acceptLanguage)) ?? defaultLocale;

function describePage({ locale, title, paragraphs, action, footnote }: SmallPage): string {
  const label = escapeMarkup(action.label);
  const url = escapeMarkup(action.url);
  return `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeMarkup(title)} – ${productName}</title><style>${style}</style></head>
<body><main>
<p class="brand">${trail}${productName}</p>
<h1>${escapeMarkup(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('\n')}
${
  action.sends
    ? `<form method="post" action="${url}"><button class="action" type="submit">${label}</button></form>`
    : `<p><a class="action" href="${url}">${label}</a></p>`
}
${footnote ? `<p>${footnote}</p>\n` : ''}</main></body>
</html>
`;
}
