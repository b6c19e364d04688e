import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  message: string;
}

/** A mail server that misbehaves as the first part of the recipient's address says, such as `cut@` or `cut+2@customers.example`. */
export interface TestMailServer {
  url: string;
  /** Of which all has arrived, whether or not that was said. */
  received: ReceivedMail[];
  /** Whose mail was answered for, in order. */
  taken: string[];
  /** Recipients that were named so far, in order. */
  asked: string[];
  /** To which mails return, in order. */
  returnAddresses: string[];
  /** Resolves when all of the next mail has arrived. */
  nextArrival(): Promise<void>;
  close(): Promise<void>;
}

/** `busy` takes nothing at the first attempt, `unsure` takes that and says so only at the second. */
const mannerOf = (address: string): string => address.split(/[+@]/, 1)[0]!;

const refusals: Readonly<Record<string, [code: number, text: string]>> = {
  gone: [550, '5.1.1 No such user: gone@customers.example'],
  barred: [550, '5.7.1 Relaying denied for barred@customers.example'],
  'unknown-sender': [550, '5.1.8 Sender address rejected: Domain not found'],
  'no-sender': [550, '5.1.7 Sender address rejected: undeliverable address'],
  full: [552, '5.2.2 Mailbox full'],
  unplain: [500, '5.5.2 Syntax error'],
  later: [451, '4.7.1 Greylisted'],
};

/** With `answerAfterMs`, nothing is answered before that time. */
export async function startMailServer({ answerAfterMs = 0 } = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const taken: string[] = [];
  const asked: string[] = [];
  const returnAddresses: string[] = [];
  const waiting: (() => void)[] = [];
  /** The connection of a session, or every one. */
  const cut = (sessionId?: string) => {
    for (const { id, _socket: socket } of server.connections)
      if (sessionId === undefined || id === sessionId) socket.destroy();
  };
  const inTime = (answer: () => void) => (answerAfterMs ? setTimeout(answer, answerAfterMs) : answer());
  const server = new SMTPServer({
    onConnect: (_session, answer) => void inTime(answer),
    onMailFrom: (_address, _session, answer) => void inTime(answer),
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 0,
    // It ends nothing by itself.
    socketTimeout: answerAfterMs + 60_000,
    onRcptTo({ address }, session, answer) {
      asked.push(address);
      returnAddresses.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '');
      const manner = mannerOf(address);
      const isFirst = () => asked.indexOf(address) === asked.length - 1;
      const refusal = manner === 'busy' && isFirst() ? refusals.later : refusals[manner];
      if (manner === 'drop') cut(session.id);
      else if (refusal) answer(Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }));
      else if (manner !== 'silent') inTime(answer);
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, message: Buffer.concat(chunks).toString() });
        for (const resolve of waiting.splice(0)) resolve();
        const manner = mannerOf(to[0]!);
        const isFirst = () => asked.indexOf(to[0]!) === asked.lastIndexOf(to[0]!);
        if (manner === 'cut' || (manner === 'unsure' && isFirst())) cut(session.id);
        else if (manner === 'spam')
          answer(Object.assign(new Error('5.7.1 Refused as spam for spam@customers.example'), { responseCode: 554 }));
        else if (manner !== 'hang')
          inTime(() => {
            taken.push(...to);
            answer();
          });
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
    taken,
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
