import net from 'node:net';

/**
 * Sends each of `requests` over one of `count` connections and waits for the whole answer before the next one: less
 * work than any client library, so that the server is what is measured. Returns the total time in milliseconds. Throws
 * when an answer is not `status`.
 */
export async function sendAll(
  port: number,
  requests: readonly string[],
  { count, status }: { count: number; status: number },
): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
      try {
        while (next < requests.length) {
          const answer = await ask(socket, requests[next++]!);
          if (!answer.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`The server answered:\n${answer}`);
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  return performance.now() - start;
}

/** Sends `request` and returns the whole answer, each byte as one character. */
function ask(socket: net.Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const done = (settle: () => void) => {
      socket.removeAllListeners();
      settle();
    };
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (answer.length >= end + 4 + length) done(() => resolve(answer));
    });
    socket.on('error', (error) => done(() => reject(error)));
    socket.on('close', () => done(() => reject(new Error('The server closed the connection.'))));
    socket.write(request);
  });
}

/** A request as it goes over the wire. */
export function writeRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const content = body ? JSON.stringify(body) : '';
  const all = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`;
}
