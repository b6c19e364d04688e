import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { answerClientError } from './client-errors.ts';

/** What `fault` writes to a connection and to the log. */
function answerTo(fault: { code: string; syscall?: string }, isRefused = false) {
  let written = '';
  const logged: unknown[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  if (isRefused) socket.end();
  const error = Object.assign(new Error('planted'), { ...fault, rawPacket: Buffer.from('GET /planted HTTP/1.1') });
  answerClientError(error, socket as never, {
    log: { child: (bindings) => ({ info: (...line: unknown[]) => void logged.push([bindings, ...line]) }) as never },
    headers: { 'x-content-type-options': 'nosniff' },
  });
  return { written, logged, ended: socket.writableEnded || socket.destroyed };
}

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request-timeout'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'payload-too-large'],
  ['HPE_HEADER_OVERFLOW', 431, 'headers-too-large'],
  ['HPE_INVALID_METHOD', 400, 'malformed-request'],
])('%s is answered with %i and the connection closed', (errorCode, status, code) => {
  const { written, logged, ended } = answerTo({ code: errorCode });
  const [head = '', body = ''] = written.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`));
  expect(head).toContain('Content-Type: application/problem+json');
  expect(head).toContain('x-content-type-options: nosniff');
  expect(head).toContain('Connection: close');
  expect(head).toContain(`Content-Length: ${body.length}`);
  expect(JSON.parse(body)).toMatchObject({ code, status });
  expect(written).not.toContain('planted');
  const id = /^request-id: ([\da-f-]{36})$/m.exec(head!)?.[1];
  expect(JSON.parse(body).requestId).toBe(id);
  expect(logged).toEqual([[{ reqId: id }, { status, problem: code }, 'request refused']]);
  expect(ended).toBe(true);
});

it.each([{ code: 'ECONNRESET' }, { code: 'EPIPE', syscall: 'write' }, { code: 'ETIMEDOUT', syscall: 'read' }])(
  'a connection that broke gets no answer, and is nothing to tell: %j',
  (fault) => expect(answerTo(fault)).toEqual({ written: '', logged: [], ended: true }),
);

it('what comes after a refusal is no second one', () => {
  expect(answerTo({ code: 'HPE_INVALID_EOF_STATE' }, true)).toEqual({ written: '', logged: [], ended: true });
});
