import http from 'node:http';
import http2 from 'node:http2';
import { brotliCompressSync } from 'node:zlib';
import { loopbackHost } from '../../scripts/commands/ports.ts';
import type { Certificate } from './certificate.ts';

/** The page that everything is compared with: nothing but text. */
export const baselinePath = '/baseline';

/** A page or script that the front serves itself. */
export interface FrontPage {
  type: string;
  text: string;
  /** Additional headers; without `cache-control` the file is requested again each time. */
  headers?: http.OutgoingHttpHeaders;
}

const baselinePage: FrontPage = {
  type: 'text/html; charset=utf-8',
  text: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of text</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="description" content="The least that a page can be."></head>',
    `<body><main><h1>A page of text</h1><p>${'Ants carry what they find home. '.repeat(40)}</p></main></body></html>`,
  ].join(''),
};

/** Specific to one connection; HTTP/2 does not allow them (RFC 9113, section 8.2.2). */
const connectionHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

type Headers = Record<string, string | string[] | undefined>;

const forwarded = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !connectionHeaders.has(name.toLowerCase())),
  );

/** Each text once, as the site compresses its own. */
function compressor(): (text: string) => Buffer {
  const compressed = new Map<string, Buffer>();
  return (text) => {
    const known = compressed.get(text) ?? brotliCompressSync(text);
    compressed.set(text, known);
    return known;
  };
}

/** A reverse proxy as in front of a public site: HTTP/2 with TLS. */
export interface Front {
  close(): Promise<void>;
}

/**
 * Listens on `port` of this machine and passes requests on to `sitePort`, which compresses, except those for the
 * baseline and for `pages`, by their paths.
 */
export async function startFront(
  port: number,
  sitePort: number,
  certificate: Certificate,
  pages: ReadonlyMap<string, FrontPage> = new Map(),
): Promise<Front> {
  const agent = new http.Agent({ keepAlive: true });
  const compress = compressor();
  const server = http2.createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    const page = request.url === baselinePath ? baselinePage : pages.get(request.url ?? '');
    if (page) {
      const own = { 'cache-control': 'no-cache', ...page.headers };
      response.writeHead(200, { ...own, 'content-type': page.type, 'content-encoding': 'br' });
      response.end(compress(page.text));
      return;
    }
    const { method, url: path, headers } = request;
    const host = headers[':authority'] ?? headers.host;
    const options = {
      host: loopbackHost,
      port: sitePort,
      agent,
      method,
      path,
      headers: { ...forwarded(headers), host },
    };
    const upstream = http.request(options as http.RequestOptions, (answer) => {
      response.writeHead(answer.statusCode!, forwarded(answer.headers) as http.OutgoingHttpHeaders);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  // A browser that leaves in the middle of a request is not our concern.
  server.on('sessionError', () => {});
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopbackHost, resolve);
  });
  return {
    async close() {
      for (const session of sessions) session.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
