import type { Locale } from '../../shared/locales.ts';
import { Html, html } from '../html.ts';
import { style } from '../page-style.ts';
import type { MessageId, Translate } from './messages.ts';

export interface MessageView {
  locale: Locale;
  t: Translate;
  title: MessageId;
  text?: MessageId | undefined;
  /** For the placeholders of both. */
  values?: Readonly<Record<string, string | number>> | undefined;
  /** Where to go from here; the first is what most people want. */
  ways: readonly { label: string; address: string }[];
}

/** A page that only says something and leads on. */
export function messagePage({ locale, t, title, text, values, ways }: MessageView): string {
  const [first, ...others] = ways;
  return document({
    locale,
    t,
    title: t(title, values),
    body: html`<div><p class="brand">${t('product')}</p><h1>${t(title, values)}</h1>
${text && html`<p class="lead">${t(text, values)}</p>`}
<div class="lead actions">${first && html`<a class="button" href="${first.address}">${first.label}</a>`}
${others.map(({ label, address }) => html`<a class="cancel" href="${address}">${label}</a>`)}</div></div>`,
  });
}

/** The frame that all pages have in common. */
export function document({
  locale,
  t,
  title,
  body,
  wide,
}: {
  locale: Locale;
  t: Translate;
  title: string;
  body: Html;
  /** In one column. */
  wide?: boolean;
}): string {
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
<header class="notice"><p><strong>${t('noticeTitle')}.</strong> ${t('notice')}</p></header>
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
