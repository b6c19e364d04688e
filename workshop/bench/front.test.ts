import http from 'node:http';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePorts, loopbackHost } from '../../scripts/commands/ports.ts';
import { makeCertificate } from './certificate.ts';
import { baselinePath, type Front, startFront } from './front.ts';

let front: Front;
let client: http2.ClientHttp2Session;
const site = http.createServer(async (request, response) => {
  response.writeHead(request.url === '/missing' ? 404 : 200, { 'x-asked': request.headers['accept-encoding'] ?? '' });
  response.end(`${request.method} ${request.url} ${await text(request)}`);
});

beforeAll(async () => {
  const [port, sitePort] = (await findFreePorts(2)) as [number, number];
  await new Promise<void>((resolve) => site.listen(sitePort, loopbackHost, resolve));
  const certificate = makeCertificate();
  front = await startFront(port, sitePort, certificate);
  client = http2.connect(`https://localhost:${port}`, { ca: certificate.cert });
});

afterAll(async () => {
  client.close();
  await front.close();
  site.close();
});

async function ask(headers: http2.OutgoingHttpHeaders, body?: string) {
  const stream = client.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const answer = await new Promise<http2.IncomingHttpHeaders>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { answer, body: Buffer.concat(chunks) };
}

it('passes requests on over HTTP/2, with the compression that was asked for', async () => {
  const { answer, body } = await ask({ ':path': '/page?lang=de', 'accept-encoding': 'br' });
  expect(answer).toMatchObject({ ':status': 200, 'x-asked': 'br' });
  expect(answer.connection).toBeUndefined();
  expect(body.toString()).toBe('GET /page?lang=de ');
});

it('passes on methods, bodies and statuses', async () => {
  const { answer, body } = await ask({ ':method': 'POST', ':path': '/missing' }, 'words');
  expect(answer[':status']).toBe(404);
  expect(body.toString()).toBe('POST /missing words');
});

it('has a page of text to compare with', async () => {
  const { answer, body } = await ask({ ':path': baselinePath });
  expect(answer).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
  expect(brotliDecompressSync(body).toString()).toMatch(/^<!doctype html>.*<\/html>$/s);
});
