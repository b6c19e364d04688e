import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConfig } from '../config/mail.ts';
import { isBadSender, isDeadAddress } from './dead-address.ts';

/** A mail on its way: one recipient, and the message as it stands (RFC 5322, ASCII). */
interface OutgoingMail {
  id: string;
  from: string;
  to: string;
  message: string;
}

/** How handing it over ended. `outcome` is a code without anything that the server said, which may hold the address. */
export interface Delivery {
  /**
   * `taken`: the server answers for it now. `put-off`: it was not taken, and may be later. `refused`: it never will be.
   * `unknown`: all of it was sent, and no answer came.
   */
  result: 'taken' | 'put-off' | 'refused' | 'unknown';
  outcome: string;
  /** The address itself does not exist, or takes no mail at all. */
  isDeadAddress?: true;
  /** No mail gets through at the moment, whoever it is for. */
  isServerDown?: true;
}

export interface MailServer {
  /** Never throws: whatever happens is a way in which it can end. */
  deliver(mail: OutgoingMail): Promise<Delivery>;
}

/** How long a mail server may take, in milliseconds. */
export interface Patience {
  /** For each answer. */
  answerMs: number;
  /** For everything together: also a server that says a letter a minute. */
  wholeMs: number;
}

/** A server that answers everything after a minute is waited for: to give it up would be to send the same again and again. */
export const standardPatience: Patience = { answerMs: 90_000, wholeMs: 480_000 };

/** Whoever asks whether it is there sits and waits. */
const askedWithinMs = 10_000;

/** The mail server of `SMTP_URL`, or the folder for mail where there is none. */
export function connectMailServer(
  { smtpUrl, needsTls }: Pick<MailConfig, 'smtpUrl' | 'needsTls'>,
  dataDir: string,
  patience = standardPatience,
): MailServer {
  if (smtpUrl === undefined) return { deliver: (mail) => writeMailFile(path.join(dataDir, 'mail'), mail) };
  const { auth, options } = readAddress({ smtpUrl, needsTls }, patience);
  return { deliver: (mail) => sendBySmtp(mail, new SMTPConnection(options), auth, patience) };
}

function readAddress({ smtpUrl, needsTls }: { smtpUrl: string; needsTls: boolean }, { answerMs }: Patience) {
  const { auth, ...address } = parseConnectionUrl(smtpUrl);
  const patience = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs };
  return { auth, options: { ...address, requireTLS: needsTls, ...patience } };
}

/** Signs in at the mail server and sends nothing. Throws what it says where it refuses. */
export async function askMailServer(server: { smtpUrl: string; needsTls: boolean }): Promise<void> {
  const { auth, options } = readAddress(server, { ...standardPatience, answerMs: askedWithinMs });
  const connection = new SMTPConnection(options);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (error?: Error | null) => (error ? reject(error) : resolve());
  connection.on('error', settle);
  connection.once('end', () => settle(new Error('it closed the connection')));
  connection.connect((error) => (error || !auth ? settle(error) : connection.login(auth, settle)));
  try {
    await promise;
    connection.quit();
  } finally {
    connection.close();
  }
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

async function sendBySmtp(
  { from, to, message }: OutgoingMail,
  connection: SMTPConnection,
  auth: Parameters<SMTPConnection['login']>[0] | undefined,
  { wholeMs }: Patience,
): Promise<Delivery> {
  const progress = { isAllSent: false };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(Object.assign(new Error('Too slow.'), { code: 'ETIMEDOUT' })), wholeMs);
  const settle = (error?: Error | null) => (error ? reject(error) : resolve());
  const send = () => {
    // Read only once the server has asked for the message: before its end, no server can have taken it.
    const body = Readable.from([Buffer.from(message, 'ascii')]).once('end', () => {
      progress.isAllSent = true;
    });
    connection.send({ from: asciiAddress(from), to: [asciiAddress(to)] }, body, settle);
  };
  connection.on('error', settle);
  connection.once('end', () => settle(Object.assign(new Error('Closed.'), { code: 'ECONNECTION' })));
  connection.connect((error) => {
    if (error) settle(error);
    else if (auth) connection.login(auth, (refusal) => (refusal ? settle(refusal) : send()));
    else send();
  });
  try {
    await promise;
    connection.quit();
    return { result: 'taken', outcome: '250' };
  } catch (error) {
    connection.close();
    return describeFailure(error as SmtpError, progress.isAllSent);
  } finally {
    clearTimeout(late);
  }
}

/** Only refusals of the recipient or of the message are about this mail. */
const commandsAboutMail: readonly (string | undefined)[] = ['RCPT TO', 'DATA'];

function describeFailure({ code, responseCode, response = '', command }: SmtpError, isAllSent: boolean): Delivery {
  if (!responseCode) {
    const outcome = code ?? 'unknown error';
    return isAllSent ? { result: 'unknown', outcome } : { result: 'put-off', outcome, isServerDown: true };
  }
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const outcome = [responseCode, ...(enhanced ? [enhanced] : [])].join(' ');
  if (!commandsAboutMail.includes(command) || (enhanced && isBadSender(enhanced)))
    return { result: 'put-off', outcome, isServerDown: true };
  if (responseCode < 500) return { result: 'put-off', outcome };
  const isDead = command === 'RCPT TO' && enhanced !== undefined && isDeadAddress(enhanced);
  return { result: 'refused', outcome, ...(isDead && { isDeadAddress: true }) };
}

/** Servers need not know domains in other scripts (RFC 5891). */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** A reader never meets half a mail, hence the new name at the end; written twice, it is one. */
async function writeMailFile(folder: string, { id, message }: OutgoingMail): Promise<Delivery> {
  const file = path.join(folder, `${id}.eml`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return { result: 'taken', outcome: 'file' };
  } catch (error) {
    return { result: 'put-off', outcome: (error as SmtpError).code ?? 'unknown error', isServerDown: true };
  }
}
