import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Problem, problemMediaType, requestIdHeader } from './problem.ts';

/** The longest address that is accepted, in bytes. */
export const maxAddressBytes = 8 * 1024;

/** How long a client has to read why it was refused. */
const lingerMs = 1_000;

type ClientError = Error & { code?: string; syscall?: string; rawPacket?: unknown };

/**
 * Answers and logs what never became a request, because Node could not parse it or it did not arrive in time. Written
 * directly to the socket, since there is no reply object yet; the connection is unusable afterwards.
 */
export function answerClientError(
  error: ClientError,
  socket: Socket,
  { log, headers }: { log: Pick<FastifyBaseLogger, 'child'>; headers: Readonly<Record<string, string>> },
): void {
  // A broken connection is not a refusal of ours, and whatever follows a refusal is not a second one.
  if (error.code === 'ECONNRESET' || error.syscall || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const id = randomUUID();
  log.child({ reqId: id }).info({ status: problem.status, problem: problem.code }, 'request refused');
  const body = JSON.stringify(problem.toBody(id));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `${requestIdHeader}: ${id}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // That only closed our half: a client that keeps its own open would hold the connection for minutes. Not at once, so
  // that what it still sends does not reset the connection before it has read the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function problemOf(error: ClientError): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        requestLineBytes(error.rawPacket) > maxAddressBytes ? 'address-too-long' : 'headers-too-large',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload-too-large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout');
    default:
      return new Problem('malformed-request');
  }
}

/** The first packet shows whether the address or the headers after it were too long. */
function requestLineBytes(packet: unknown): number {
  if (!Buffer.isBuffer(packet) || !/^[A-Z]+ \S/.test(packet.subarray(0, 32).toString('latin1'))) return 0;
  const end = packet.indexOf('\r\n');
  return end === -1 ? packet.length : end;
}
