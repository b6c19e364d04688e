import type { Locale } from '../shared/locales.ts';
import { Html, html } from './html.ts';
import { style, styleSource } from './page-style.ts';

/** A page of a stand-in: what it is stands at its top, so that nobody takes it for the real service. */
interface PageView {
  locale: Locale;
  notice: { title: string; text: string };
  title: string;
  body: Html;
  /** In one column. */
  wide?: boolean | undefined;
}

/** The frame that all pages have in common. */
export function pageFrame({ locale, notice, title, body, wide }: PageView): string {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#0c0b0a">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
</head>
<body>
<header class="notice"><p><strong>${notice.title}.</strong> ${notice.text}</p></header>
<main${wide && html` class="wide"`}>
${body}
</main>
</body>
</html>
`.text;
}

/** Speech becomes a trail becomes a line: the site's one picture. */
export const trail = html`<svg class="trail" viewBox="0 0 520 72" aria-hidden="true" focusable="false">
${[20, 44, 30, 64, 38, 54, 26, 46, 18, 32, 14, 22].map(
  (height, index) => html`<rect x="${index * 14}" y="${36 - height / 2}" width="5" height="${height}" rx="2.5"/>`,
)}
${[8, 7, 6, 5, 5, 4.5, 4.5, 4].map(
  (diameter, index) =>
    html`<circle cx="${178 + index * 20}" cy="${36 + [0, 3, 5, 8, 12, 16, 19, 21][index]!}" r="${diameter / 2}"/>`,
)}
<rect x="336" y="56" width="184" height="3" rx="1.5"/>
${[0, 1, 2].map((index) => html`<rect class="faint" x="336" y="${14 + index * 14}" width="${[184, 150, 168][index]}" height="3" rx="1.5"/>`)}
</svg>`;

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0c0b0a"/><circle cx="16" cy="12" r="5" fill="#ffb238"/><rect x="6" y="22" width="20" height="3" rx="1.5" fill="#ffb238"/></svg>',
)}`;

/** Sent with each page: it can run nothing, load nothing, be framed by no one, and its forms end at `formTargets`. */
export function pageHeaders(locale: Locale, formTargets: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': locale,
    // Chromium applies form-action to the redirect that follows a form, too.
    'content-security-policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    vary: 'Accept-Language',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
