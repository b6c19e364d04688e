import { type FetchMessageObject, ImapFlow, type SearchObject } from 'imapflow';
import { simpleParser } from 'mailparser';
import { isLoopbackHostname } from '../../shared/loopback.ts';

/** What is told of one recipient of a mail (RFC 3464, section 2.3). */
interface ReportedRecipient {
  /** In every way in which the report can be read. */
  addresses: readonly string[];
  /** Such as `failed` or `delayed`. */
  action: string;
  /** Why, as an enhanced status code (RFC 3463), such as `5.1.1`; empty where it is not told. */
  status: string;
}

/** A report of what became of a mail, as whoever sent it says. */
export interface ReturnedMail {
  /** To which return addresses of ours it was sent: the mail that each is for, and the mark in it. */
  returnedTo: readonly { mailId: string; mark: string }[];
  recipients: readonly ReportedRecipient[];
}

export interface BounceMailbox {
  /**
   * Hands over every report. What was understood, as `handle` says, is deleted; everything else waits there for a person, flagged. Of
   * what waits, what arrived before `keptSince` goes. Throws when the mailbox cannot be read; what was not handed over is still there.
   */
  readReturned(handle: (mail: ReturnedMail) => Promise<boolean>, keptSince: Date): Promise<ReadMailbox>;
}

interface ReadMailbox {
  read: number;
  /** Of these, those that a person has to look at. */
  unclear: number;
  /** How many wait for a person now. */
  waiting: number;
}

/** As many as one reading takes: somebody may fill the mailbox faster than it is read. */
const maxMessages = 500;

/** As many wait for a person; what comes on top is counted and deleted. */
const maxWaiting = 1000;

/** The report stands before the returned message, whose end is not needed. */
const maxBytes = 256 * 1024;

/** How long the mailbox may take, in milliseconds. */
interface Patience {
  /** For each answer. */
  answerMs: number;
  /** For everything together. */
  wholeMs: number;
}

/** The mailbox of `BOUNCE_IMAP_URL`, over an encrypted connection unless it is on this machine. */
export function connectBounceMailbox(
  url: string,
  { answerMs, wholeMs }: Patience = { answerMs: 30_000, wholeMs: 120_000 },
): BounceMailbox {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isEncrypted = protocol === 'imaps:';
  return {
    async readReturned(handle, keptSince) {
      const client = new ImapFlow({
        host: hostname,
        port: port ? Number(port) : isEncrypted ? 993 : 143,
        secure: isEncrypted,
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        doSTARTTLS: isLoopbackHostname(hostname) ? false : isEncrypted ? undefined : true,
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: answerMs,
        greetingTimeout: answerMs,
        socketTimeout: answerMs,
      });
      // Told again by whatever was under way.
      client.on('error', () => {});
      const late = setTimeout(() => client.close(), wholeMs);
      try {
        await client.connect();
        await client.mailboxOpen('INBOX');
        const result = await readAll(client, handle, keptSince);
        await client.logout();
        return result;
      } finally {
        clearTimeout(late);
        client.close();
      }
    },
  };
}

async function readAll(
  client: ImapFlow,
  handle: (mail: ReturnedMail) => Promise<boolean>,
  keptSince: Date,
): Promise<ReadMailbox> {
  const find = async (which: SearchObject) => (await client.search({ deleted: false, ...which }, { uid: true })) || [];
  const remove = (uid: number) => client.messageDelete(String(uid), { uid: true });
  for (const uid of await find({ flagged: true, before: keptSince })) await remove(uid);
  let waiting = (await find({ flagged: true })).length;
  const uids = (await find({ flagged: false })).slice(0, maxMessages);
  let unclear = 0;
  for (const uid of uids) {
    const message = await client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, { uid: true });
    const report = message && (await readReport(message));
    const isUnderstood = report ? await handle(report) : false;
    if (!isUnderstood) unclear += 1;
    if (isUnderstood || waiting >= maxWaiting) await remove(uid);
    else {
      await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true });
      waiting += 1;
    }
  }
  return { read: uids.length, unclear, waiting };
}

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const ownAddresses = /\bbounce\+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]+)@/gi;

/** More than stand in any real one. */
const maxReturnAddresses = 10;

const reportTypes: readonly (string | undefined)[] = ['message/delivery-status', 'message/global-delivery-status'];

/** Undefined for anything but a report of what became of mail (RFC 3464, RFC 6533). */
async function readReport({ source }: FetchMessageObject): Promise<ReturnedMail | undefined> {
  if (!source) return;
  const { headerLines, attachments } = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
  });
  const report = attachments.find(({ contentType }) => reportTypes.includes(contentType));
  if (!report) return;
  const headers = headerLines.filter(({ key }) => recipientHeaders.includes(key)).map(({ line }) => line);
  const returnedTo = [...headers.join('\n').matchAll(ownAddresses)]
    .slice(0, maxReturnAddresses)
    .map(([, mailId, mark]) => ({ mailId: mailId!.toLowerCase(), mark: mark!.toLowerCase() }));
  return { returnedTo, recipients: readRecipients(report.content.toString('utf8')) };
}

/** Each group of fields is about one recipient. One that names several is about nobody for certain. */
function readRecipients(report: string): ReportedRecipient[] {
  const unfolded = report.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+(?=\S)/g, ' ');
  return unfolded.split(/\n\s*\n/).flatMap((group) => {
    const fieldsOf = (name: string) =>
      [...group.matchAll(new RegExp(`^${name}[ \\t]*:(.*)$`, 'gim'))].map(([, value]) => value!);
    const names = [fieldsOf('final-recipient'), fieldsOf('original-recipient')];
    if (names.some(({ length }) => length > 1)) return [];
    const addresses = names.flat().flatMap(readRecipient);
    const [action = ''] = fieldsOf('action');
    const [status = ''] = fieldsOf('status');
    const [code = ''] = /^\d\.\d{1,3}\.\d{1,3}\b/.exec(status.trim()) ?? [];
    return addresses.length ? [{ addresses, action: /^\w*/.exec(action.trim())![0].toLowerCase(), status: code }] : [];
  });
}

/** `rfc822; asa+2Bant@customers.example`: without its type, with and without the encodings in which it may be told (RFC 3461, section 4; RFC 6533, section 3). */
function readRecipient(value: string): string[] {
  const [, type = 'rfc822', name = ''] = /^\s*(?:([\w-]+)\s*;)?(.*)$/.exec(value)!;
  if (!['rfc822', 'utf-8'].includes(type.toLowerCase())) return [];
  const address = name.trim().replace(/^<(.*)>$/, '$1');
  const characterOf = (_: string, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  };
  return [
    address,
    address.replaceAll(/\+([0-9A-F]{2})/g, characterOf),
    address.replaceAll(/\\x\{([0-9a-f]{1,6})\}/gi, characterOf),
  ];
}
