import { Html, html } from '../html.ts';
import type { KeptMail } from '../mail-folder.ts';
import { style } from '../page-style.ts';
import { type Manner, manners } from './smtp.ts';

const mannerNames: Record<Manner, string> = {
  deliver: 'Deliver it',
  bounce: 'Bounce it: no such mailbox',
  defer: 'Defer it: try again later',
  cut: 'Keep it, and cut the connection',
};

const mailPath = (name: string): string => `/mails/${name}`;

/** Every mail, the newest first, and what becomes of the next ones. */
export function inboxPage(mails: readonly KeptMail[], folder: string, manner: Manner): string {
  return document(
    'Inbox',
    html`<div><p class="brand">Development mail server</p><h1>Inbox</h1>
<p class="lead">Mail that would have been sent. It is kept as files in ${folder}.</p></div>
<form class="card hand" method="post" action="/manner"><div class="field"><label for="manner">What to do with mail that comes now</label>
<select id="manner" name="manner">${manners.map(
      (each) => html`<option value="${each}"${each === manner && html` selected`}>${mannerNames[each]}</option>`,
    )}</select>
<p class="hint">Mail to bounce@…, defer@… and cut@… is always treated like that.</p></div>
<button type="submit">Do that</button></form>
${mails.length === 0 && html`<p class="card">No mail yet.</p>`}
${
  mails.length > 0 &&
  html`<ul class="card entries">${mails.map(
    (mail) => html`<li><h2><a href="${mailPath(mail.name)}" lang="${mail.language}">${mail.subject}</a></h2>
<p class="hint">To: ${mail.to} · ${timeOf(mail)}</p></li>`,
  )}</ul>`
}`,
  );
}

/** One mail as it looks, as text, and as it travels. */
export function mailPage(mail: KeptMail, source: string): string {
  const { name, subject, language, to, text, attachments } = mail;
  return document(
    subject,
    html`<div><p class="brand"><a href="/">Inbox</a></p><h1 lang="${language}">${subject}</h1>
<p class="lead">To: ${to} · ${timeOf(mail)}</p></div>
${
  mail.html !== null &&
  html`<section class="card"><h2>As it looks</h2>
<iframe class="mail" title="The mail as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mailPath(name)}/html"></iframe></section>`
}
<section class="card"><h2>As text</h2><pre lang="${language}">${withLinks(text)}</pre></section>
${
  attachments.length > 0 &&
  html`<section class="card"><h2>Attachments</h2><ul>${attachments.map(
    ({ fileName, bytes }) => html`<li>${fileName}, ${bytes} bytes</li>`,
  )}</ul></section>`
}
<section class="card"><h2>Source</h2><pre>${source.length > maxShownSource ? `${source.slice(0, maxShownSource)}\n…` : source}</pre>
<p><a href="${mailPath(name)}/source">The whole source as a file</a></p></section>`,
  );
}

export const notFoundPage = (): string =>
  document('No such mail', html`<div><h1>No such mail</h1><p class="lead"><a href="/">Inbox</a></p></div>`);

const maxShownSource = 40_000;

function timeOf({ at }: KeptMail): Html {
  return html`<time datetime="${at}">${new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}</time>`;
}

function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s>]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function document(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>${new Html(style)}</style></head>
<body><header class="notice"><p><strong>Development mail server.</strong> Nothing leaves this machine.</p></header>
<main class="wide">${body}</main></body></html>
`.text;
}
