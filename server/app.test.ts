import { once } from 'node:events';
import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type RawAnswer, sendRaw } from '../tests/factories/raw-request.ts';
import { createTestServer, listen, type TestServer } from '../tests/factories/server.ts';
import { Problem } from './http/problem.ts';

const body = z.object({ name: z.string().check(z.minLength(1)) });

function addRoutes(app: FastifyInstance): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.post('/api/test/notes', { schema: { body, response: { 200: body } } }, async (request) => request.body);
  typed.get('/api/test/notes/:id', { schema: { params: z.object({ id: z.uuid() }) } }, async () => 'note');
  typed.get('/api/test/search', { schema: { querystring: z.object({ page: z.string() }) } }, async () => 'found');
  typed.get('/api/test/failure', async () => {
    throw new Error('secret of the inside');
  });
  typed.get('/api/test/wrong-answer', { schema: { response: { 200: body } } }, async () => ({ secret: 1 }) as never);
  typed.get('/api/test/strange', async () => {
    throw 'secret of the inside';
  });
  typed.get('/api/test/late-failure', async (_request, reply) => {
    reply.header('etag', '"x"').header('content-encoding', 'br').type('text/html');
    throw new Problem('link-expired', { detail: 'Ask for a new one.', headers: { 'retry-after': '1' } });
  });
}

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await createTestServer({ prepare: addRoutes });
  port = await listen(server);
});
afterAll(() => server.close());

const raw = (method: string, address: string, headers = '', content = '') =>
  sendRaw(port, `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${content}`);

function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(JSON.parse(answer.body)).toMatchObject({ type: `urn:writing-ant:problem:${code}`, code, status });
}

const json = 'Content-Type: application/json\r\n';
const withLength = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n`;

describe('addresses', () => {
  it.each(['/api/missing', '/api', '/api/', '/downloads/x/y', '/api/../site.json', '/downloads/../../site.json'])(
    'GET %s leads nowhere',
    async (address) => expectProblem(await raw('GET', address), 404, 'not-found'),
  );

  it.each(['/../site.json', '/assets/../../site.json', '/..\\site.json', '/.%2e/site.json', '/%00'])(
    'GET %s does not leave the site',
    async (address) => {
      const answer = await raw('GET', address);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('notFoundId');
    },
  );

  it('that are malformed are told so to programs', async () => {
    expectProblem(await raw('GET', '/api/%'), 400, 'malformed-request');
    expectProblem(await raw('POST', '/writing-ant/%zz'), 400, 'malformed-request');
  });

  it.each([
    '/writing-ant/pricing%',
    '/100%',
    '/%zz',
    '/%E0%A4%A',
    '/%c0%af',
    '/%ff',
    '/writing-ant%2Fpricing',
    '/account%2fplan',
    '/contact%2F',
    '/api%2Fhealth',
    '/account%5cplan',
    '/account%00',
  ])('GET %s is the not-found page, in the language asked for', async (address) => {
    for (const [url, locale] of [
      [address, 'en'],
      [`${address}?lang=de`, 'de'],
    ]) {
      const answer = await raw('GET', url!);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.body).toContain(`<title>not-found ${locale}</title>`);
    }
    const head = await raw('HEAD', address);
    expect([head.status, head.body]).toEqual([404, '']);
  });

  it.each([8 * 1024, 15 * 1024, 20 * 1024, 100 * 1024])('of %i bytes and a slash are too long', async (length) => {
    expectProblem(await raw('GET', `/${'a'.repeat(length)}`), 414, 'address-too-long');
  });

  it('of just 8 KiB are read', async () => {
    expect((await raw('GET', `/writing-ant?${'a'.repeat(8 * 1024 - 13)}`)).status).toBe(200);
  });
});

describe('methods', () => {
  it.each([
    ['POST', '/writing-ant', 'GET, HEAD'],
    ['DELETE', '/account?lang=de', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/robots.txt', 'GET, HEAD'],
    ['OPTIONS', '/api/health', 'GET, HEAD'],
    ['TRACE', '/api/health', 'GET, HEAD'],
    ['PROPFIND', '/api/health', 'GET, HEAD'],
    ['GET', '/api/test/notes', 'POST'],
    ['PATCH', '/api/test/notes/1', 'GET, HEAD'],
  ])('%s %s is not allowed', async (method, address, allow) => {
    const answer = await raw(method, address);
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  it('are judged before a body is read', async () => {
    const headers = `Content-Type: text/html\r\n${withLength('x')}`;
    expectProblem(await raw('POST', '/writing-ant', headers, 'x'), 405, 'method-not-allowed');
    expectProblem(await raw('POST', '/api/missing', headers, 'x'), 404, 'not-found');
  });

  it('other than reading lead nowhere where there is no page', async () => {
    expectProblem(await raw('POST', '/missing'), 404, 'not-found');
  });

  it('that do not exist are malformed', async () => {
    expectProblem(await raw('FETCH', '/api/health'), 400, 'malformed-request');
  });
});

describe('bodies', () => {
  const post = (content: string, headers = json) =>
    raw('POST', '/api/test/notes', headers + withLength(content), content);

  it('that fit are answered, with whatever expectation', async () => {
    expect((await post('{"name":"Ada"}')).body).toBe('{"name":"Ada"}');
    expect((await post('{"name":"Ada"}', `${json}Expect: miracles\r\n`)).status).toBe(200);
  });

  it.each(['{', '', '{"name":"Ada"} x', '{"__proto__":{"x":1}}'])('%j is not JSON to us', async (content) => {
    expectProblem(await post(content), 400, 'malformed-request');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'of type %s are not supported',
    async (type) => expectProblem(await post('name=Ada', `Content-Type: ${type}\r\n`), 415, 'unsupported-media-type'),
  );

  it('of 64 KiB are read, larger ones refused, announced or not', async () => {
    const fitting = JSON.stringify({ name: 'x'.repeat(64 * 1024 - 11) });
    expect((await post(fitting)).status).toBe(200);
    expectProblem(await post(`${fitting} `), 413, 'payload-too-large');
    const chunked = `${json}Transfer-Encoding: chunked\r\n`;
    const chunk = `10001\r\n${'x'.repeat(0x10001)}\r\n0\r\n\r\n`;
    expectProblem(await raw('POST', '/api/test/notes', chunked, chunk), 413, 'payload-too-large');
  });

  it('with faults are answered with a pointer for each', async () => {
    const answer = await post('{"name":5}');
    expectProblem(answer, 422, 'validation-failed');
    expect(JSON.parse(answer.body).errors).toEqual([
      { pointer: '/name', fault: 'type', detail: 'must be of the type string' },
    ]);
  });

  it('that are missing have the fault at their root', async () => {
    const answer = await raw('POST', '/api/test/notes');
    expectProblem(answer, 422, 'validation-failed');
    expect(JSON.parse(answer.body).errors).toEqual([{ pointer: '', fault: 'required', detail: 'is required' }]);
  });
});

describe('other parts of a request', () => {
  it('a path parameter that cannot be one leads nowhere', async () => {
    expectProblem(await raw('GET', '/api/test/notes/1'), 404, 'not-found');
  });

  it('a wrong query string is malformed', async () => {
    const answer = await raw('GET', '/api/test/search');
    expectProblem(answer, 400, 'malformed-request');
    expect(JSON.parse(answer.body).detail).toBe('The query parameter "page" is required.');
  });

  it('headers of 20 KiB are too large', async () => {
    expectProblem(await raw('GET', '/api/health', `X-Filler: ${'a'.repeat(20_000)}\r\n`), 431, 'headers-too-large');
  });

  it('a missing Host is malformed', async () => {
    expectProblem(
      await sendRaw(port, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'),
      400,
      'malformed-request',
    );
  });

  it('two Hosts are malformed', async () => {
    expectProblem(await raw('GET', '/api/health', 'Host: example.org\r\n'), 400, 'malformed-request');
  });

  it.each([
    'nonsense\r\n\r\n',
    'GET /api/health HTTP/9.9\r\n\r\n',
    'POST /api/test/notes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n',
  ])('%j is malformed', async (text) => expectProblem(await sendRaw(port, text), 400, 'malformed-request'));
});

it('a refused connection ends, also when the client keeps its half of it open', async () => {
  const connected = once(server.app.server, 'connection');
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.resume().write('nonsense\r\n\r\n');
  const [connection] = (await connected) as [net.Socket];
  await once(connection, 'close');
  client.destroy();
});

describe('failures of ours', () => {
  it.each(['failure', 'strange', 'wrong-answer'])('%s tell nothing of the inside', async (name) => {
    const answer = await raw('GET', `/api/test/${name}`);
    expectProblem(answer, 500, 'internal-error');
    expect(JSON.parse(answer.body)).toEqual({
      type: 'urn:writing-ant:problem:internal-error',
      code: 'internal-error',
      title: 'Something went wrong on our side.',
      status: 500,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('replace the headers of the answer that was meant', async () => {
    const answer = await raw('GET', '/api/test/late-failure');
    expectProblem(answer, 410, 'link-expired');
    expect(JSON.parse(answer.body).detail).toBe('Ask for a new one.');
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('have no body for HEAD', async () => {
    const answer = await raw('HEAD', '/api/missing');
    expect(answer).toMatchObject({ status: 404, body: '' });
  });
});
