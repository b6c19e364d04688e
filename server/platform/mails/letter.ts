import { operator } from '../../../shared/business/company.ts';
import type { Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import type { LetterParts, MailContent } from '../../contract/letters.ts';

/** What a mail says; every word is plain text. */
export interface Letter extends LetterParts {
  locale: Locale;
  /** Also its heading. */
  subject: string;
  /** After the first stand facts and picture. Lines that begin with `> ` quote what somebody else wrote. */
  paragraphs: readonly string[];
  /** What its picture shows, for whoever does not see it. */
  pictureText?: string | undefined;
  /** The one thing to do, if there is one. */
  action?: { label: string; url: string };
  note: string;
  /** Why one receives it, and where to ask. */
  footer: string;
}

const { companyName, street, postalCode, town } = operator;
const sender = `${companyName}, ${street}, ${postalCode} ${town}`;

/**
 * On paper by day. Programs that follow the reader's dark setting get ink by the style sheet below; those that turn colours
 * round by themselves find none that is pure, so that all of them survive it.
 */
const style = {
  body: 'margin:0;padding:0;background:#f4efe6;color:#1b1813;font:16px/1.6 Helvetica,Arial,sans-serif',
  main: 'max-width:36em;margin:0 auto;padding:24px 20px 32px',
  brand: 'margin:0 0 20px;padding-bottom:14px;border-bottom:2px solid #a86206;font:600 18px/1 Georgia,serif',
  heading: 'margin:0 0 16px;font:400 27px/1.25 Georgia,serif;letter-spacing:-.01em',
  quote: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #d9d2c5;color:#5c554a;overflow-wrap:anywhere',
  facts: 'width:100%;margin:20px 0;border-collapse:collapse',
  name: 'padding:9px 16px 9px 0;border-bottom:1px solid #d9d2c5;color:#5c554a;text-align:left;font-weight:400;vertical-align:top',
  value: 'padding:9px 0;border-bottom:1px solid #d9d2c5;text-align:right;font-weight:600;overflow-wrap:anywhere',
  // Programs make links blue, and the house has no blue.
  link: 'color:#8a4e00;overflow-wrap:anywhere',
  list: 'padding-left:20px;overflow-wrap:anywhere',
  // A code is read only on white, with room around it.
  picture: 'display:block;width:220px;height:220px;margin:0 0 20px;background:#ffffff',
  action:
    'display:inline-block;padding:12px 24px;border-radius:24px;background:#ffb238;color:#0c0b0a;font-weight:600;text-decoration:none',
  small: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d2c5;color:#5c554a;font-size:14px',
  evidence: 'margin:20px 0 0;color:#5c554a;font:12px/1.5 Consolas,Menlo,monospace;overflow-wrap:anywhere',
} as const;

/** One dot of the mark, in pixels. */
const dot = (size: number) =>
  `<span class="dot" style="display:inline-block;width:${size}px;height:${size}px;margin-right:2px;border-radius:50%;background:#a86206;vertical-align:middle"></span>`;
const mark = [10, 6, 8].map(dot).join('');

const sheet =
  '@media (prefers-color-scheme:dark){body{background:#0c0b0a!important;color:#f4efe6!important}a{color:#ffb238!important}.brand{border-color:#ffb238!important}.dot{background:#ffb238!important}.quiet{color:#b9b0a1!important;border-color:#38322a!important}.value{border-color:#38322a!important}.action{color:#0c0b0a!important}}' +
  '@media (max-width:480px){.facts th,.facts td{display:block;text-align:left!important}.facts th{padding-bottom:0!important;border:0!important}.facts td{padding-top:0!important}}';

/** Before each line of what somebody else wrote. */
export const quoteMark = '> ';

/** The same letter as text and as a document that loads nothing, each whole by itself. */
export function writeLetter(letter: Letter): MailContent {
  const { locale, subject } = letter;
  return { locale, subject, text: writeText(letter), html: writeHtml(letter) };
}

function writeText({
  locale,
  subject,
  paragraphs: [lead = '', ...rest],
  facts = [],
  list = [],
  evidence = [],
  action,
  note,
  footer,
}: Letter) {
  /** As in docs/glossary.md, under marks. */
  const colon = locale === 'fr' ? '\u00a0:' : ':';
  const blocks = [
    subject,
    lead,
    facts.map(({ name, value }) => `${name}${colon} ${value}`).join('\n'),
    ...rest,
    list.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`).join('\n'),
    action ? `${action.label}${colon}\n${action.url}` : '',
    note,
    evidence.join('\n'),
    `-- \n${footer}\n${sender}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function writeHtml({
  locale,
  subject,
  paragraphs: [lead = '', ...rest],
  facts = [],
  list = [],
  evidence = [],
  picture,
  pictureText = '',
  action,
  note,
  footer,
}: Letter) {
  const title = escapeMarkup(subject);
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><th scope="row" class="quiet" style="${style.name}">${escapeMarkup(name)}</th><td class="value" style="${style.value}">${escapeMarkup(value)}</td></tr>`,
  );
  const items = list.map(({ text, url }) => {
    const escaped = escapeMarkup(text);
    return `<li>${url ? `<a href="${escapeMarkup(url)}" style="${style.link}">${escaped}</a>` : escaped}</li>`;
  });
  const parts = [
    `<p class="brand" style="${style.brand}">${mark}&nbsp; Writing Ant</p>`,
    `<h1 style="${style.heading}">${title}</h1>`,
    lead && writeParagraph(lead),
    rows.length ? `<table class="facts" style="${style.facts}">${rows.join('\n')}</table>` : '',
    picture
      ? `<img src="cid:${picture}" alt="${escapeMarkup(pictureText)}" width="220" height="220" style="${style.picture}">`
      : '',
    ...rest.map(writeParagraph),
    items.length ? `<ul style="${style.list}">${items.join('\n')}</ul>` : '',
    action
      ? `<p style="margin:24px 0"><a href="${escapeMarkup(action.url)}" class="action" style="${style.action}">${escapeMarkup(action.label)}</a></p>`
      : '',
    `<p>${escapeMarkup(note)}</p>`,
    evidence.length ? `<p class="quiet" style="${style.evidence}">${evidence.map(escapeMarkup).join('<br>')}</p>` : '',
    `<p class="quiet" style="${style.small}">${withLinks(escapeMarkup(footer))}<br>${escapeMarkup(sender)}</p>`,
  ];
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${sheet}</style></head>
<body style="${style.body}"><div style="${style.main}">
${parts.filter(Boolean).join('\n')}
</div></body></html>
`;
}

function writeParagraph(paragraph: string): string {
  const lines = paragraph.split('\n');
  const said = lines.filter((line) => !line.startsWith(quoteMark));
  const quoted = lines.filter((line) => line.startsWith(quoteMark)).map((line) => line.slice(quoteMark.length));
  const quote = `<blockquote class="quiet" style="${style.quote}">${quoted.map(escapeMarkup).join('<br>')}</blockquote>`;
  return `<p>${withLinks(escapeMarkup(said.join('\n')))}</p>${quoted.length ? `\n${quote}` : ''}`;
}

/** Addresses of pages in text that is markup already. A stop after one belongs to the sentence. */
const withLinks = (markup: string) =>
  markup.replaceAll(/https?:\/\/[^\s<]*[^\s<.,;:!?)]/g, (url) => `<a href="${url}" style="${style.link}">${url}</a>`);
