import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; each link on a line of its own. */
  text: string;
  /** BCP 47. */
  language: string;
}

export interface SentMail extends Mail {
  /** ISO 8601. */
  at: string;
}

const sender = 'Writing Ant <no-reply@localhost>';

/** The newest this many are read back. */
const maxShown = 100;

const ownFile = /^login-.+\.eml$/;

/** Puts mail into a folder instead of sending it: one message (RFC 5322) a file, with UTF-8 as it is (RFC 6532). */
export class Outbox {
  readonly #folder: string;
  readonly #now: () => number;
  #count = 0;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  send({ to, subject, text, language }: Mail): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const at = new Date(this.#now());
    const unique = randomBytes(6).toString('hex');
    // Names sort by time; what is sent within one millisecond by the count.
    const order = String(this.#count++).padStart(6, '0');
    const name = `login-${at.toISOString().replace(/[:.]/g, '-')}-${order}-${unique}.eml`;
    const headers = [
      ['Date', at.toUTCString().replace('GMT', '+0000')],
      ['From', sender],
      ['To', onOneLine(to)],
      ['Message-ID', `<${unique}@localhost>`],
      ['Subject', encodeHeader(onOneLine(subject))],
      ['MIME-Version', '1.0'],
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Transfer-Encoding', '8bit'],
      ['Content-Language', language],
    ].map(([header, value]) => `${header}: ${value}`);
    const message = [...headers, '', ...text.split('\n')].join('\r\n');
    // A reader must never meet half a message, hence the rename.
    const unfinished = path.join(this.#folder, `.${name}`);
    writeFileSync(unfinished, `${message}\r\n`, { mode: 0o600 });
    renameSync(unfinished, path.join(this.#folder, name));
  }

  /** What this provider has put there, the newest first. */
  list(): SentMail[] {
    return this.#listFiles().flatMap((name) => readMessage(path.join(this.#folder, name)) ?? []);
  }

  #listFiles(): string[] {
    try {
      const names = readdirSync(this.#folder).filter((name) => ownFile.test(name));
      return names.sort().reverse().slice(0, maxShown);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** A line break would begin another header. */
const onOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** Words outside ASCII travel encoded, at most 75 characters each (RFC 2047); one character more or less splits none. */
function encodeHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const characters = [...text];
  const words = [];
  while (characters.length) words.push(characters.splice(0, 10).join(''));
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function decodeHeader(value: string): string {
  return value
    .replace(/\r\n /g, '')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
}

/** `undefined` when somebody has taken the file away or changed it beyond recognition. */
function readMessage(file: string): SentMail | undefined {
  let message: string;
  try {
    message = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [head = '', ...body] = message.split('\r\n\r\n');
  const find = (name: string) => decodeHeader(new RegExp(`^${name}: ((?:.|\\r\\n )*)`, 'm').exec(head)?.[1] ?? '');
  const at = new Date(find('Date'));
  if (Number.isNaN(at.getTime())) return undefined;
  return {
    at: at.toISOString(),
    to: find('To'),
    subject: find('Subject'),
    language: find('Content-Language'),
    text: body.join('\r\n\r\n').replaceAll('\r\n', '\n').trimEnd(),
  };
}
