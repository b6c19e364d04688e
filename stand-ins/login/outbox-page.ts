import { formattingLocales, type Locale } from '../../shared/locales.ts';
import { byHandPath } from './addresses.ts';
import { type Html, html } from './html.ts';
import type { Translate } from './messages.ts';
import type { SentMail } from './outbox.ts';
import { document } from './pages.ts';

interface OutboxView {
  locale: Locale;
  t: Translate;
  /** The newest first. */
  mails: readonly SentMail[];
  folder: string;
}

/** Every mail that would have been sent, to read and to follow its links. */
export function outboxPage({ locale, t, mails, folder }: OutboxView): string {
  return document({
    locale,
    t,
    title: t('outboxTitle'),
    wide: true,
    body: html`<div><p class="brand"><a href="${byHandPath}">${t('handTitle')}</a></p><h1>${t('outboxTitle')}</h1>
<p class="lead">${t('outboxText', { folder })}</p></div>
${mails.length === 0 && html`<p class="card">${t('outboxEmpty')}</p>`}
${mails.map((mail) => mailMarkup(mail, locale, t))}`,
  });
}

function mailMarkup({ at, to, subject, text, language }: SentMail, locale: Locale, t: Translate): Html {
  const time = new Date(at).toLocaleString(formattingLocales[locale], { dateStyle: 'medium', timeStyle: 'medium' });
  return html`<article class="card mail">
<h2 lang="${language}">${subject}</h2>
<p class="hint">${t('mailTo', { to })} · <time datetime="${at}">${time}</time></p>
<div class="letter" lang="${language}">${withLinks(text)}</div>
</article>`;
}

/** A link of a mail stands on a line of its own. */
function withLinks(text: string): Html[] {
  return text
    .split('\n\n')
    .map((block) => html`<p>${/^https?:\/\/\S+$/.test(block) ? html`<a href="${block}">${block}</a>` : block}</p>`);
}
