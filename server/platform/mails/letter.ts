import { operator } from '../../../shared/business/company.ts';
import type { Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import type { ListItem, MailContent } from '../../contract/letters.ts';

/** What a mail says; every word is plain text. */
export interface Letter {
  locale: Locale;
  /** Also its heading. */
  subject: string;
  /** Lines that begin with `> ` quote what somebody else wrote. */
  paragraphs: readonly string[];
  /** After the paragraphs. */
  list?: readonly ListItem[] | undefined;
  /** The one thing to do, if there is one. */
  action?: { label: string; url: string };
  note: string;
  /** Why one receives it, and where to ask. */
  footer: string;
}

const { companyName, street, postalCode, town } = operator;
const sender = `${companyName}, ${street}, ${postalCode} ${town}`;

const style = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#1b1813;font:16px/1.6 Helvetica,Arial,sans-serif',
  main: 'max-width:36em;margin:0 auto',
  brand: 'margin:0 0 24px;font:600 18px Georgia,serif',
  heading: 'margin:0 0 16px;font:600 26px/1.25 Georgia,serif',
  quote: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #d9d2c5;color:#5c554a;overflow-wrap:anywhere',
  list: 'padding-left:20px;overflow-wrap:anywhere',
  action:
    'display:inline-block;padding:12px 24px;border-radius:24px;background:#ffb238;color:#0c0b0a;font-weight:600;text-decoration:none',
  small: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d2c5;color:#5c554a;font-size:14px',
} as const;

/** Before each line of what somebody else wrote. */
export const quoteMark = '> ';

/** The same letter as text and as a document that loads nothing, each whole by itself. */
export function writeLetter({ locale, subject, paragraphs, list = [], action, note, footer }: Letter): MailContent {
  /** As in docs/glossary.md, under marks. */
  const colon = locale === 'fr' ? '\u00a0:' : ':';
  const lines = list.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`);
  const blocks = [
    subject,
    ...paragraphs,
    ...(lines.length ? [lines.join('\n')] : []),
    ...(action ? [`${action.label}${colon}\n${action.url}`] : []),
    note,
    `-- \n${footer}\n${sender}`,
  ];
  const items = list.map(({ text, url }) => {
    const escaped = escapeMarkup(text);
    return `<li>${url ? `<a href="${escapeMarkup(url)}">${escaped}</a>` : escaped}</li>`;
  });
  const title = escapeMarkup(subject);
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeMarkup(action.url)}" style="${style.action}">${escapeMarkup(action.label)}</a></p>\n`
    : '';
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="${style.body}"><div style="${style.main}">
<p style="${style.brand}">Writing Ant</p>
<h1 style="${style.heading}">${title}</h1>
${paragraphs.map(writeParagraph).join('\n')}
${items.length ? `<ul style="${style.list}">${items.join('\n')}</ul>\n` : ''}${button}<p>${escapeMarkup(note)}</p>
<p style="${style.small}">${withLinks(escapeMarkup(footer))}<br>${escapeMarkup(sender)}</p>
</div></body></html>
`;
  return { locale, subject, text: `${blocks.join('\n\n')}\n`, html };
}

function writeParagraph(paragraph: string): string {
  const lines = paragraph.split('\n');
  const said = lines.filter((line) => !line.startsWith(quoteMark));
  const quoted = lines.filter((line) => line.startsWith(quoteMark)).map((line) => line.slice(quoteMark.length));
  const quote = `<blockquote style="${style.quote}">${quoted.map(escapeMarkup).join('<br>')}</blockquote>`;
  return `<p>${escapeMarkup(said.join('\n'))}</p>${quoted.length ? `\n${quote}` : ''}`;
}

/** Addresses of pages in text that is markup already. */
const withLinks = (markup: string) => markup.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
