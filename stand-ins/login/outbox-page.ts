import { type Html, html } from '../html.ts';
import { byHandPath } from './addresses.ts';
import { translator } from './messages.ts';
import type { SentMail } from './outbox.ts';
import { document } from './pages.ts';

interface OutboxView {
  /** The newest first. */
  mails: readonly SentMail[];
  folder: string;
}

/** Every mail that would have been sent, to read and to follow its links. */
export function outboxPage({ mails, folder }: OutboxView): string {
  return document({
    locale: 'en',
    t: translator('en'),
    title: 'Outbox',
    wide: true,
    body: html`<div><p class="brand"><a href="${byHandPath}">Signing in, by hand</a></p><h1>Outbox</h1>
<p class="lead">Mail that would have been sent. It is kept as files in ${folder}.</p></div>
${mails.length === 0 && html`<p class="card">No mail yet.</p>`}
${mails.map((mail) => mailMarkup(mail))}`,
  });
}

function mailMarkup({ at, to, subject, text, language }: SentMail): Html {
  const time = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  return html`<article class="card mail">
<h2 lang="${language}">${subject}</h2>
<p class="hint">To: ${to} · <time datetime="${at}">${time}</time></p>
<div class="letter" lang="${language}">${withLinks(text)}</div>
</article>`;
}

/** A link of a mail stands on a line of its own. */
function withLinks(text: string): Html[] {
  return text
    .split('\n\n')
    .map((block) => html`<p>${/^https?:\/\/\S+$/.test(block) ? html`<a href="${block}">${block}</a>` : block}</p>`);
}
