import { type FetchMessageObject, ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { isLoopbackHostname } from '../../shared/loopback.ts';

/** A mail of ours that came back. */
export interface ReturnedMail {
  /** Ours, as it stands in the address to which it returned. */
  mailId: string;
  /** Why, as an enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string;
}

export interface BounceMailbox {
  /**
   * Hands over what has come back for good, and deletes whatever was read: nobody reads this mailbox. Throws when the mailbox
   * cannot be read; what was not handed over is still there. Returns how many messages were read.
   */
  readReturned(handle: (mail: ReturnedMail) => Promise<void>): Promise<number>;
}

/** As many as one reading takes: somebody may fill the mailbox faster than it is read. */
const maxMessages = 500;

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
    async readReturned(handle) {
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
        const count = await readAll(client, handle);
        await client.logout();
        return count;
      } finally {
        clearTimeout(late);
        client.close();
      }
    },
  };
}

async function readAll(client: ImapFlow, handle: (mail: ReturnedMail) => Promise<void>): Promise<number> {
  const found = (await client.search({ deleted: false }, { uid: true })) || [];
  const uids = found.slice(0, maxMessages);
  for (const uid of uids) {
    const message = await client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, { uid: true });
    const returned = message && (await readReport(message));
    if (returned) await handle(returned);
    await client.messageDelete(String(uid), { uid: true });
  }
  return uids.length;
}

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const ownAddress = /\bbounce\+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** Undefined for anything but a report (RFC 3464) that one of our mails was not delivered and never will be. */
async function readReport({ source }: FetchMessageObject): Promise<ReturnedMail | undefined> {
  if (!source) return;
  const { headerLines, attachments } = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
  });
  const recipients = headerLines.filter(({ key }) => recipientHeaders.includes(key)).map(({ line }) => line);
  const mailId = ownAddress.exec(recipients.join('\n'))?.[1]?.toLowerCase();
  const report = attachments.find(({ contentType }) => contentType === 'message/delivery-status');
  if (!mailId || !report) return;
  const fields = report.content.toString('latin1');
  const status = /^status:\s*(5\.\d{1,3}\.\d{1,3})\b/im.exec(fields)?.[1];
  return status && /^action:\s*failed\b/im.test(fields) ? { mailId, status } : undefined;
}
