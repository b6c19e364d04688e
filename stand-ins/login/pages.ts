import type { Locale } from '../../shared/locales.ts';
import { type Html, html } from '../html.ts';
import { pageFrame } from '../page-frame.ts';
import type { MessageId, Translate } from './messages.ts';

/** A link that leads on. */
export interface Way {
  label: string;
  address: string;
}

interface MessageView {
  locale: Locale;
  t: Translate;
  title: MessageId;
  text: MessageId | undefined;
  values: Record<string, string | number> | undefined;
  /** The first is what most people want. */
  ways: readonly Way[];
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

interface DocumentView {
  locale: Locale;
  t: Translate;
  title: string;
  body: Html;
  /** In one column. */
  wide?: boolean;
}

/** The frame that all pages have in common. */
export function document({ t, ...view }: DocumentView): string {
  return pageFrame({ ...view, notice: { title: t('noticeTitle'), text: t('notice') } });
}
