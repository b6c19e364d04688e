import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';

/** A mail as somebody reads it. */
export interface KeptMail {
  /** Its file. */
  name: string;
  /** ISO 8601. */
  at: string;
  to: string;
  subject: string;
  language: string;
  text: string;
  /** Null for a mail of plain text. */
  html: string | null;
  attachments: { fileName: string; bytes: number }[];
}

/** The newest this many are shown. */
const maxShown = 100;

const mailFile = /^[\w.-]{1,200}\.eml$/;

/** Mails are files (RFC 5322), which mail programs open too; the sign-in stand-in puts its own there. */
export class MailFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /** A reader never meets half a mail, hence the new name at the end. */
  async keep(message: Buffer): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(6).toString('hex')}.eml`;
    const unfinished = path.join(this.path, `.${name}`);
    await writeFile(unfinished, message, { mode: 0o600 });
    await rename(unfinished, path.join(this.path, name));
  }

  /** The newest first. */
  async list(): Promise<KeptMail[]> {
    const names = (await readdir(this.path).catch(() => [])).filter((name) => mailFile.test(name));
    const dated = await Promise.all(
      names.map(async (name) => ({
        name,
        at: (await stat(path.join(this.path, name)).catch(() => null))?.mtimeMs ?? 0,
      })),
    );
    const newest = dated.toSorted((one, other) => other.at - one.at || (one.name < other.name ? 1 : -1));
    const mails = await Promise.all(newest.slice(0, maxShown).map(({ name }) => this.find(name)));
    return mails.filter((mail) => mail !== undefined);
  }

  /** The bytes of a mail; undefined where there is none of that name. */
  async read(name: string): Promise<Buffer | undefined> {
    if (!mailFile.test(name)) return undefined;
    return readFile(path.join(this.path, name)).catch(() => undefined);
  }

  async find(name: string): Promise<KeptMail | undefined> {
    const source = await this.read(name);
    if (!source) return undefined;
    const { date, to, subject, headers, text, html, attachments } = await simpleParser(source, {
      skipHtmlToText: true,
      skipTextToHtml: true,
    });
    return {
      name,
      at: (date ?? new Date(0)).toISOString(),
      to: [to ?? []]
        .flat()
        .map((addresses) => addresses.text)
        .join(', '),
      subject: subject ?? '',
      language: String(headers.get('content-language') ?? 'en'),
      text: text ?? '',
      html: html || null,
      attachments: attachments.map(({ filename, size }) => ({ fileName: filename ?? 'unnamed', bytes: size })),
    };
  }
}
