import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { defaultLocale, findPreferredLocale, formattingLocales, type Locale } from '../../shared/locales.ts';
import { escapeMarkup } from '../../shared/markup.ts';
import { mostWanted } from '../../shared/quality-values.ts';
import { footer, header, style } from './small-page-frame.ts';

/** A page that the server writes by itself: it works even when the rest of the site does not. Words are plain text. */
export interface SmallPage {
  locale: Locale;
  /** Of the site, to which the frame leads. */
  siteOrigin: string;
  title: string;
  paragraphs: readonly string[];
  /** A link, or a button that sends a form without fields to this address. */
  action: { label: string; url: string; sends?: true };
  /** Markup of its own after the action. */
  footnote?: string;
}

const productName = 'Writing Ant';

const policyWith = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Sends it, to be kept by nobody, and so that no other page learns its address, which may hold a secret. */
export function sendSmallPage(reply: FastifyReply, page: SmallPage): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-language': formattingLocales[page.locale],
      'referrer-policy': 'no-referrer',
      'content-security-policy': policyWith(page.action.sends ? "'self'" : "'none'"),
    })
    .type('text/html; charset=utf-8')
    .send(describePage(page));
}

/** The language that a browser asks for first, of those that we speak. */
export const preferredLocale = (acceptLanguage: string | undefined): Locale =>
  findPreferredLocale(mostWanted(acceptLanguage)) ?? defaultLocale;

function describePage({ locale, siteOrigin, title, paragraphs, action, footnote }: SmallPage): string {
  const label = escapeMarkup(action.label);
  const url = escapeMarkup(action.url);
  return `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="theme-color" content="#0c0b0a">
<title>${escapeMarkup(title)} – ${productName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body>${header(locale, siteOrigin)}
<main class="width">
<h1>${escapeMarkup(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('\n')}
${
  action.sends
    ? `<form method="post" class="act" action="${url}"><button class="action" type="submit">${label}</button></form>`
    : `<p class="act"><a class="action" href="${url}">${label}</a></p>`
}
${footnote ? `<p>${footnote}</p>\n` : ''}</main>
${footer(locale, siteOrigin)}</body>
</html>
`;
}
