import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  message: string;
}

/** A mail server that misbehaves as the first part of the recipient's address says, such as `cut@customers.example`. */
export interface TestMailServer {
  url: string;
  /** Of which all has arrived, whether or not that was said. */
  received: ReceivedMail[];
  /** Recipients that were named so far, in order. */
  asked: string[];
  /** To which mails return, in order. */
  returnAddresses: string[];
  /** Resolves when all of the next mail has arrived. */
  nextArrival(): Promise<void>;
  close(): Promise<void>;
}

const refusals: Readonly<Record<string, [code: number, text: string]>> = {
  gone: [550, '5.1.1 No such user: gone@customers.example'],
  barred: [550, '5.7.1 Relaying denied for barred@customers.example'],
  'unknown-sender': [550, '5.1.8 Sender address rejected: Domain not found'],
  'no-sender': [550, '5.1.7 Sender address rejected: undeliverable address'],
  full: [552, '5.2.2 Mailbox full'],
  unplain: [500, '5.5.2 Syntax error'],
  later: [451, '4.7.1 Greylisted'],
};

export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const asked: string[] = [];
  const returnAddresses: string[] = [];
  const waiting: (() => void)[] = [];
  /** The connection of a session, or every one. */
  const cut = (sessionId?: string) => {
    for (const { id, _socket: socket } of server.connections)
      if (sessionId === undefined || id === sessionId) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 0,
    onRcptTo({ address }, session, answer) {
      asked.push(address);
      returnAddresses.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '');
      const [manner = ''] = address.split('@');
      const refusal = refusals[manner];
      if (manner === 'drop') cut(session.id);
      else if (refusal) answer(Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
      else if (manner !== 'silent') answer();
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, message: Buffer.concat(chunks).toString() });
        for (const resolve of waiting.splice(0)) resolve();
        const [manner] = to[0]!.split('@');
        if (manner === 'cut') cut(session.id);
        else if (manner === 'spam')
          answer(Object.assign(new Error('5.7.1 Refused as spam for spam@customers.example'), { responseCode: 554 }));
        else if (manner !== 'hang') answer();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    asked,
    returnAddresses,
    nextArrival: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
