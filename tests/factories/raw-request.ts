import net from 'node:net';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends `text` unchanged, which no well-behaved client would do, and reads until the other side closes. So `text` must
 * be a request that is not kept alive.
 */
export async function sendRaw(port: number, text: string | Buffer): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve());
    // A server that refuses may close while we are still sending; whatever it said before counts.
    socket.on('error', (error) => (chunks.length ? resolve() : reject(error)));
  });
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
