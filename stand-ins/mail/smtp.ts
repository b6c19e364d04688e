import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { MailFolder } from '../mail-folder.ts';
import { ExplainedFault } from '../stand-in.ts';

/**
 * What becomes of mail: `bounce` refuses it for good, as a mailbox that does not exist; `defer` puts it off; `cut` keeps it
 * and breaks the connection before saying so.
 */
export const manners = ['deliver', 'bounce', 'defer', 'cut'] as const;
export type Manner = (typeof manners)[number];

/** Shared by the page, on which it is chosen, and the server. */
export interface Behaviour {
  manner: Manner;
}

const refusals: Partial<Record<Manner, [code: number, text: string]>> = {
  bounce: [550, '5.1.1 No such mailbox here'],
  defer: [451, '4.7.1 Not now, try again later'],
};

/** Addresses such as `bounce@…` misbehave by themselves. */
const mannerOf = (address: string, { manner }: Behaviour): Manner =>
  manners.find((each) => address.startsWith(`${each}@`)) ?? manner;

/** Takes mail on this machine's loopback address and puts it into `folder`; resolves when it listens. */
export async function openSmtp(
  port: number,
  folder: MailFolder,
  behaviour: Behaviour,
): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 0,
    size: 10 * 1024 * 1024,
    onRcptTo({ address }, _session, answer) {
      const refusal = refusals[mannerOf(address, behaviour)];
      answer(refusal && Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
    },
    onData(stream, { id, envelope }, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        folder.keep(Buffer.concat(chunks)).then(() => {
          if (!envelope.rcptTo.some(({ address }) => mannerOf(address, behaviour) === 'cut')) answer();
          else for (const each of server.connections) if (each.id === id) each._socket.destroy();
        }, answer);
      });
    },
  });
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ExplainedFault(`Port ${port} is taken; set MAIL_SMTP_PORT to a free port for the mail server.`);
  });
  // A connection that breaks is no fault of this server.
  server.on('error', () => {});
  return { close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
