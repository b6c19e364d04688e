import { inject } from 'vitest';

/** The languages of the specification: "en, de, sv, it, fr". */
export const languages = ['en', 'de', 'sv', 'it', 'fr'] as const;

export type Language = (typeof languages)[number];

/** What the server sent for an address of the site, and how it reads. */
export interface ServedPage {
  status: number;
  headers: Headers;
  html: string;
  /** All that is written in it, a line for each block. */
  text: string;
  /** The same of its main part. */
  main: string;
}

export const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, inject('origin')), { redirect: 'manual', ...options });

/** A session of the person who has signed up, as the login provider gives it; or of that person for an organization. */
export async function startSession(details: object = {}): Promise<{ access_token: string; refresh_token: string }> {
  const address = new URL('/_test/sessions', inject('loginOrigin'));
  return (await fetch(address, postJson({ email: inject('email'), ...details }))).json();
}

/** Calls the API as that person. */
export async function askSignedIn(path: string, { headers, ...options }: RequestInit = {}): Promise<Response> {
  const { access_token } = await startSession();
  return ask(path, { ...options, headers: { authorization: `Bearer ${access_token}`, ...headers } });
}

export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

export async function open(path: string, language: Language = 'en'): Promise<ServedPage> {
  const response = await ask(language === 'en' ? path : `${path}?lang=${language}`);
  const html = await response.text();
  const { status, headers } = response;
  return { status, headers, html, text: textOf(html), main: textOf(partOf(html, 'main')) };
}

/** The first element of that name, with what is in it. It must hold none of the same name. */
export function partOf(html: string, name: string, mark = ''): string {
  const from = html.search(new RegExp(`<${name}\\b[^>]*${mark}`));
  const until = html.indexOf(`</${name}>`, from);
  if (from < 0 || until < 0) throw new Error(`There is no <${name}> ${mark}.`);
  return html.slice(from, until);
}

/** All elements of that name that hold none of the same name: their whole markup. */
export function partsOf(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>[\\s\\S]*?</${name}>`, 'g')) ?? [];
}

const blocks =
  'address|article|button|caption|dd|dialog|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|header|label|legend|li|main|' +
  'nav|ol|option|p|section|summary|table|tbody|td|th|thead|title|tr|ul|video';

/** Text as it is read: every white space is a space, each block has a line of its own. */
export function textOf(html: string): string {
  return decode(
    html
      .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(new RegExp(`</?(?:${blocks}|br)\\b[^>]*>`, 'g'), '\u0001')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/[\u2060\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .split('\u0001')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export const decode = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });

/** The lines under a heading, to the next one of its rank or above. */
export function under(html: string, heading: string): string {
  const headings = [...html.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/g)];
  const index = headings.findIndex(([, , inner = '']) => textOf(inner) === heading);
  if (index < 0) throw new Error(`There is no heading “${heading}”.`);
  const rank = Number(headings[index]![1]);
  const next = headings.slice(index + 1).find(([, other]) => Number(other) <= rank);
  return textOf(html.slice(headings[index]!.index, next?.index));
}

export const headingsOf = (html: string, rank: number): string[] =>
  partsOf(html, `h${rank}`).map((heading) => textOf(heading));

/** Address and words of each link. */
export function linksOf(html: string): { href: string; words: string; attributes: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, attributes = '', inner = '']) => ({
    href: decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    words: textOf(inner),
    attributes,
  }));
}

/** Cells of a table by row. */
export function rowsOf(table: string): string[][] {
  return partsOf(table, 'tr').map((row) =>
    [...row.matchAll(/<t([dh])\b[^>]*>([\s\S]*?)<\/t\1>/g)].map(([, , cell = '']) => textOf(cell)),
  );
}

/** All sentences that a page may show once its scripts run, in the language of the page: those with it and its message files. */
export async function messagesOf(page: ServedPage): Promise<string[]> {
  const [, boot] = /<script type="application\/json" id="boot">([\s\S]*?)<\/script>/.exec(page.html) ?? [];
  if (!boot) throw new Error('The page has no sentences with it.');
  const own = (JSON.parse(boot) as { messages: object }).messages;
  const files = [...new Set(page.html.match(/\/messages\/[a-z]+\/[\da-f]+\.json/g))];
  const read = await Promise.all(files.map(async (file) => (await ask(file)).json() as Promise<object>));
  return [own, ...read].flatMap((file) => Object.values(file)).map(writeMessage);
}

/** A compiled message as its translator wrote it, with `{name}` for what is filled in. */
function writeMessage(parts: unknown): string {
  if (typeof parts === 'string') return parts;
  const written = (parts as unknown[]).map((part) => {
    if (typeof part === 'string') return part;
    const [name, kind, choices] = part as [string, string?, Record<string, unknown>?];
    return kind && choices ? Object.values(choices).map(writeMessage).join(' ') : `{${name}}`;
  });
  return written.join('').replace(/[\u00a0\u202f]/g, ' ');
}

/** The source of every script that the pages of an address can load. */
export async function scriptsOf(path: string): Promise<string> {
  const { html } = await open(path);
  const waiting = [...new Set(html.match(/\/assets\/[\w-]+\.js/g))];
  const read = new Map<string, string>();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (read.has(file)) continue;
    const source = await (await ask(file)).text();
    read.set(file, source);
    waiting.push(...[...source.matchAll(/(?:\.\/|assets\/)([\w-]+\.js)/g)].map(([, name]) => `/assets/${name}`));
  }
  return [...read.values()].join('\n');
}
