import http from 'node:http';
import { loopbackHost } from './ports.ts';

const scriptPath = '/dev/reload.js';
const changesPath = '/dev/changes';

/** Reloads the page at each message, and when the command was started again meanwhile. */
const script = `
let lost = false;
const changes = new EventSource('${changesPath}');
changes.onmessage = () => location.reload();
changes.onopen = () => lost && location.reload();
changes.onerror = () => { lost = true; };
`;

export interface DevProxy {
  /** Makes every open page load again. */
  reloadPages(): void;
  close(): void;
}

interface DevProxyOptions {
  host: string;
  port: number;
  /** The server's port, once the server is ready. */
  readyPort(): Promise<number>;
}

/** Stands before the server while one works on the site, and adds a script to its pages that reloads them. */
export async function startDevProxy({ host, port, readyPort }: DevProxyOptions): Promise<DevProxy> {
  const listeners = new Set<http.ServerResponse>();
  const proxy = http.createServer((request, response) => {
    if (request.url === scriptPath) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(script);
    } else if (request.url === changesPath) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else {
      readyPort()
        .then((serverPort) => passOn(request, response, serverPort))
        .catch(() => response.destroy());
    }
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(port, host, resolve);
  });
  return {
    reloadPages() {
      for (const listener of listeners) listener.write('data: changed\n\n');
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

function passOn(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method = 'GET', url = '/' } = request;
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const inner = http.request({ host: loopbackHost, port, method, path: url, headers }, (answer) => {
    const isPage = method === 'GET' && answer.headers['content-type']?.startsWith('text/html');
    if (isPage) void sendPage(answer, response).catch(() => response.destroy());
    else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
  });
  inner.on('error', () => response.destroy());
  response.on('close', () => inner.destroy());
  request.pipe(inner);
}

async function sendPage(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let html = '';
  for await (const chunk of answer.setEncoding('utf8')) html += chunk;
  // A file of this origin, which the pages' content security policy allows.
  const page = html.replace('</body>', `<script src="${scriptPath}" async></script></body>`);
  const { 'content-length': _, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers).end(page);
}
