import { ImapFlow, type SearchObject } from 'imapflow';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { type ReturnedMail, readReturnedMail } from './returned-mail.ts';

export interface BounceMailbox {
  /**
   * Hands over every message that is new. What waits for a person stays there, flagged, until that person has decided or it is older
   * than `keptSince`; all else is deleted once it is noted. Returns how many there were. Throws when the mailbox, or one message in it, cannot
   * be read; what was not handed over is still there.
   */
  readReturned(reader: MailboxReader, keptSince: Date): Promise<number>;
}

export interface MailboxReader {
  /** `key` names the message for as long as it is in the mailbox. `waits`: a person has to look at it. */
  handle(mail: ReturnedMail, key: string): Promise<'noted' | 'waits'>;
  /** Of messages that are flagged: which were handed over, and whether a person has decided. */
  findHandled(keys: readonly string[]): Promise<ReadonlyMap<string, 'waits' | 'decided'>>;
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

const standardPatience: Patience = { answerMs: 30_000, wholeMs: 120_000 };

/** The mailbox of `BOUNCE_IMAP_URL`, over an encrypted connection unless it is on this machine. */
export function connectBounceMailbox(url: string, patience: Patience = standardPatience): BounceMailbox {
  return {
    readReturned: (reader, keptSince) => withInbox(url, patience, (client) => readAll(client, reader, keptSince)),
  };
}

/** Opens the mailbox and reads nothing. Throws what it says where it refuses. */
export const askBounceMailbox = (url: string): Promise<void> =>
  withInbox(url, { answerMs: 10_000, wholeMs: 30_000 }, async () => {});

async function withInbox<Result>(
  url: string,
  { answerMs, wholeMs }: Patience,
  work: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isEncrypted = protocol === 'imaps:';
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
    const result = await work(client);
    await client.logout();
    return result;
  } finally {
    clearTimeout(late);
    client.close();
  }
}

async function readAll(client: ImapFlow, reader: MailboxReader, keptSince: Date): Promise<number> {
  const find = async (which: SearchObject) => (await client.search({ deleted: false, ...which }, { uid: true })) || [];
  const remove = (uid: number) => client.messageDelete(String(uid), { uid: true });
  const { uidValidity } = client.mailbox as { uidValidity: bigint };
  const keyOf = (uid: number) => `${uidValidity}/${uid}`;
  for (const uid of await find({ flagged: true, before: keptSince })) await remove(uid);
  const flagged = await find({ flagged: true });
  const handled = await reader.findHandled(flagged.map(keyOf));
  for (const uid of flagged) if (handled.get(keyOf(uid)) === 'decided') await remove(uid);
  // Flagged by a version that kept no record of it, or before a dump was restored.
  const unknown = flagged.filter((uid) => !handled.has(keyOf(uid)));
  const uids = [...unknown, ...(await find({ flagged: false }))].slice(0, maxMessages);
  const faults: unknown[] = [];
  for (const uid of uids)
    try {
      const message = await client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, { uid: true });
      if (!message) continue;
      const outcome = await reader.handle(await readReturnedMail(message.source ?? Buffer.alloc(0)), keyOf(uid));
      if (outcome === 'noted') await remove(uid);
      else await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true });
    } catch (error) {
      // Anybody can send a message here: none may keep those after it from being read.
      faults.push(error);
    }
  if (faults.length) throw faults[0];
  return uids.length;
}
