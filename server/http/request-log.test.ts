import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendRaw } from '../../tests/factories/raw-request.ts';
import { createTestServer, listen, type TestServer } from '../../tests/factories/server.ts';
import { Problem } from './problem.ts';

/** What people send that must never be found in the log. */
const planted = {
  email: 'ada.planted@ameisen.ch',
  token: 'eyJhbGciOiJSUzI1NiJ9.planted.token',
  query: 'planted-query',
  body: 'planted body',
  pathname: 'planted-pathname',
  ip: '198.51.100.77',
  agent: 'planted-agent',
};

const aUuid = '01234567-89ab-4cde-8f01-23456789abcd';

class QuotingError extends Error {
  readonly code = 'ERR_QUOTING';
  readonly detail = `Key (email)=(${planted.email}) already exists.`;
}

function addRoutes(app: FastifyInstance): void {
  app.post('/api/test/failure', async () => {
    throw new QuotingError(`duplicate key ${planted.email}`, { cause: new TypeError(`caused by ${planted.token}`) });
  });
  app.post('/api/test/problem', async () => {
    throw new Problem('login-keys-unreachable', { cause: new Error(planted.token) });
  });
  app.post('/api/test/careless', async (request) => {
    request.log.info({ body: request.body, req: request.raw, headers: request.headers }, 'careless');
    request.log.warn(`not ${request.url} for ${planted.email}, and "${planted.body}"`);
    request.log.error(new QuotingError(planted.email));
    request.log.error({ err: new QuotingError(planted.email) }, planted.email);
    return 'done';
  });
  app.post('/api/test/twice', async (_request, reply) => {
    reply.send('once');
    return 'twice';
  });
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ prepare: addRoutes, settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  const port = await listen(server);
  const headers = [
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${planted.token}`,
    `Cookie: session=${planted.token}`,
    `X-Forwarded-For: ${planted.ip}`,
    `User-Agent: ${planted.agent}`,
    `Referer: http://localhost/?${planted.query}`,
    'Content-Type: application/json',
  ];
  const content = JSON.stringify({ email: planted.email, note: planted.body });
  const query = `?q=${planted.query}&email=${encodeURIComponent(planted.email)}`;
  for (const [method, address] of [
    ['GET', '/writing-ant'],
    ['GET', '/account/'],
    ['GET', '/api/health'],
    ['GET', `/${planted.pathname}`],
    ['GET', `/api/${planted.pathname}`],
    ['GET', `/${planted.pathname}/%zz`],
    // Links with secrets.
    ['GET', `/privacy-answer/${aUuid}/${planted.pathname}`],
    ['POST', `/privacy-answer/${aUuid}/${planted.pathname}`],
    ['GET', `/access-requests/${aUuid}/confirm/${planted.pathname}`],
    ['POST', `/access-requests/${aUuid}/leave/${planted.pathname}`],
    ['GET', `/address-confirmations/${aUuid}/${planted.pathname}`],
    ['GET', `/downloads/${aUuid}/${planted.pathname}`],
    ['GET', `/api/${planted.pathname}/%zz`],
    ['GET', `/${'a'.repeat(9000)}`],
    ['GET', `/${'a'.repeat(30_000)}`],
    ['POST', '/writing-ant'],
    ['POST', `/${planted.pathname}`],
    ['POST', '/api/test/failure'],
    ['POST', '/api/test/problem'],
    ['POST', '/api/test/careless'],
    ['POST', '/api/test/twice'],
    [planted.query.toUpperCase(), '/'],
  ] as const) {
    const length = method === 'POST' ? [`Content-Length: ${Buffer.byteLength(content)}`] : [];
    const head = [`${method} ${address}${query} HTTP/1.1`, ...headers, ...length].join('\r\n');
    await sendRaw(port, `${head}\r\n\r\n${method === 'POST' ? content : ''}`);
  }
});
afterAll(() => server.close());

const linesOf = (part: object) => server.logLines.map((line) => JSON.parse(line)).filter((line) => matches(line, part));
const matches = (line: Record<string, unknown>, part: object) =>
  Object.entries(part).every(([name, value]) => line[name] === value);

describe('the log', () => {
  it.each(Object.entries(planted))('never holds the %s', (_name, value) => {
    expect(server.logLines.length).toBeGreaterThan(14);
    for (const line of server.logLines) {
      expect(line).not.toContain(value);
      expect(line).not.toContain(encodeURIComponent(value));
    }
  });

  it('holds no address and no query of anybody', () => {
    for (const line of server.logLines) {
      expect(line).not.toContain('127.0.0.1"');
      expect(line.replace(/"message|"msg/, '')).not.toContain('?');
    }
  });

  it('consists of JSON lines with nothing but allowed fields', () => {
    const marks = ['from', 'user', 'actor'];
    const request = ['reqId', 'method', 'route', 'status', 'durationMs', 'problem', 'reason', 'error'];
    const allowed = ['level', 'time', 'msg', ...request, ...marks];
    for (const line of server.logLines) {
      expect(line.endsWith('\n')).toBe(true);
      expect(Object.keys(JSON.parse(line)).filter((name) => !allowed.includes(name))).toEqual([]);
    }
  });

  it('marks what comes from one address alike, and what comes from another differently', async () => {
    const markOf = async (remoteAddress: string, token?: string) => {
      const before = server.logLines.length;
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      await server.app.inject({ url: '/api/account', remoteAddress, headers });
      return JSON.parse(server.logLines[before]!);
    };
    const first = await markOf('198.51.100.1');
    expect((await markOf('198.51.100.1')).from).toBe(first.from);
    expect((await markOf('198.51.100.2')).from).not.toBe(first.from);
    expect((await markOf('198.51.100.1', '%')).reason).toBe('no token');
  });

  it('tells of each request its method, route, status and duration', () => {
    const [line] = linesOf({ method: 'GET', route: '/writing-ant' });
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'GET',
      route: '/writing-ant',
      status: 200,
      durationMs: expect.any(Number),
      from: expect.stringMatching(/^[\w-]{12}$/),
      msg: 'request',
    });
    expect(linesOf({ status: 405, route: null, problem: 'method-not-allowed' })).toHaveLength(1);
    expect(linesOf({ status: 404, route: null })).toHaveLength(4);
    expect(linesOf({ status: 400, route: null, problem: 'malformed-request' })).toHaveLength(1);
    expect(linesOf({ status: 414, problem: 'address-too-long', msg: 'request' })).toHaveLength(1);
  });

  it('tells of a failure of ours its type, code, place and cause', () => {
    const [line] = linesOf({ route: '/api/test/failure' });
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      problem: 'internal-error',
      error: { type: 'QuotingError', code: 'ERR_QUOTING', cause: { type: 'TypeError' } },
    });
    expect(line.error.stack[0]).toMatch(/^at .*request-log\.test\.ts:\d+:\d+\)?$/);
    expect(linesOf({ route: '/api/test/problem' })[0]).toMatchObject({
      problem: 'login-keys-unreachable',
      error: { type: 'Problem', cause: { type: 'Error' } },
    });
  });
});

describe('what never became a request', () => {
  let refusing: TestServer;
  let refusingPort: number;
  beforeAll(async () => {
    refusing = await createTestServer();
    refusingPort = await listen(refusing);
    // Node looks for late requests every few seconds.
    refusing.app.server.headersTimeout = 100;
    refusing.app.server.requestTimeout = 200;
  });
  afterAll(() => refusing.close());

  const head = `GET /${planted.pathname}?q=${planted.query} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${planted.agent}\r\n`;

  it.each([
    ['a malformed line', `${planted.body}\r\n\r\n`, 400, 'malformed-request'],
    ['a malformed header', `${head}${planted.token} ${planted.email}\r\n\r\n`, 400, 'malformed-request'],
    ['an unknown method', `FETCH${head.slice(3)}\r\n`, 400, 'malformed-request'],
    ['a version to come', `${head.replace('1.1', '9.9')}\r\n`, 400, 'malformed-request'],
    ['endless headers', `${head}X-Filler: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['an endless address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`, 414, 'address-too-long'],
    ['headers that do not arrive', head, 408, 'request-timeout'],
    ['nothing at all', '', 408, 'request-timeout'],
  ])('is logged without anything that was sent: %s', async (_, text, status, problem) => {
    const before = refusing.logLines.length;
    expect((await sendRaw(refusingPort, text)).status).toBe(status);
    const lines = refusing.logLines.slice(before).map((line) => JSON.parse(line));
    const known = { level: 'info', status, problem, msg: 'request refused' };
    expect(lines).toEqual([{ ...known, time: expect.any(String), reqId: expect.any(String) }]);
    for (const value of Object.values(planted)) expect(JSON.stringify(lines)).not.toContain(value);
  });
});

describe('an answer that was cut off', () => {
  let cut: TestServer;
  beforeAll(async () => {
    cut = await createTestServer({
      files: { 'film.mp4': Buffer.alloc(64 * 1024 * 1024) },
      prepare: (app) => void app.get('/api/test/endless', (_request, reply) => reply.send(Readable.from(endless()))),
    });
  });
  afterAll(() => cut.close());

  it.each(['/film.mp4', '/api/test/endless'])('is told of %s', async (address) => {
    const port = cut.app.server.listening ? (cut.app.server.address() as net.AddressInfo).port : await listen(cut);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`));
    await once(socket, 'readable');
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(cut.logLines.at(-1)).toContain(`"route":"${address}","status":200`));
    expect(JSON.parse(cut.logLines.at(-1)!)).toMatchObject({ cut: true });
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}

it('is silent at the level silent', async () => {
  const silent = await createTestServer({ settings: { LOG_LEVEL: 'silent' } });
  await silent.app.inject('/api/health');
  expect(silent.logLines).toEqual([]);
  await silent.close();
});

describe('the id of a request', () => {
  it('is in its line, its answer and its problem', async () => {
    const ids = [];
    for (const url of [
      '/writing-ant',
      '/api/health',
      '/api/account',
      '/api/nowhere',
      '/nowhere/%zz',
      '/api/nowhere/%zz',
    ]) {
      const answer = await server.app.inject({ url });
      const { reqId } = JSON.parse(server.logLines.at(-1)!);
      expect(answer.headers['request-id'], url).toBe(reqId);
      if (answer.headers['content-type'] === 'application/problem+json')
        expect(answer.json().requestId, url).toBe(reqId);
      ids.push(reqId);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});
