import http from 'node:http';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import type { Config } from '../../server/config/config.ts';
import { siteConfiguration } from '../../server/site/static-site.ts';
import { kindOf } from '../../shared/address-kinds.ts';
import { defaultLocale, isLocale } from '../../shared/locales.ts';
import type * as Answer from './answer.ts';
import type { Backend } from './backend.ts';
import { showChanges } from './changes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const styles = 'app/styles/site.css';

/**
 * Serves the site of `config` with pages rendered from the current files; `backend` answers the rest. Returns what ends
 * it.
 */
export async function servePages(config: Config, backend: Backend): Promise<() => Promise<void>> {
  const listener = http.createServer();
  const changes = showChanges(backend);
  const vite = await createServer({
    root,
    logLevel: 'warn',
    appType: 'custom',
    cacheDir: 'dist/vite',
    plugins: [changes.plugin],
    optimizeDeps: { entries: ['scripts/dev/page.ts', 'app/**/*.tsx'] },
    server: {
      middlewareMode: true,
      ws: { server: listener },
      cors: false,
      allowedHosts: [new URL(config.siteOrigin).hostname],
      watch: { ignored: ['**/{.data,.logs,dist,generated,test-results}/**'] },
    },
  });
  listener.on('request', (request, response) => {
    answer(request, response, { vite, config, backend }).catch((error: Error) => {
      vite.ssrFixStacktrace(error);
      console.error(error.stack);
      changes.reloadAtNext();
      const page = `<!doctype html><pre></pre><script type="module" src="/@vite/client"></script>`;
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page.replace('<pre>', () => `<pre>${error.stack?.replaceAll('<', '&lt;')}`));
    });
  });
  await new Promise<void>((resolve, reject) =>
    listener.once('error', reject).listen(config.port, config.host, resolve),
  );
  return async () => {
    listener.close();
    listener.closeAllConnections();
    await vite.close();
  };
}

interface Parts {
  vite: ViteDevServer;
  config: Config;
  backend: Backend;
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse, parts: Parts): Promise<void> {
  const { vite, config, backend } = parts;
  const url = new URL(request.url!, config.siteOrigin);
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body);
  if (['GET', 'HEAD'].includes(request.method!) && !['api', 'transfer', 'feed'].includes(kindOf(url.pathname))) {
    const { isPage, findText } = await load(vite);
    if (isPage(url.pathname)) return void send(200, 'text/html', await renderPage(url, parts));
    const text = findText(url.pathname);
    if (text !== undefined) return void send(200, text.startsWith('{') ? 'application/json' : 'text/html', text);
    await new Promise<void>((next) => vite.middlewares(request, response, () => next()));
  }
  const reply = await backend.ask(request);
  if (reply.statusCode === 404 && reply.headers['content-type']?.startsWith('text/html'))
    return void send(404, 'text/html', await renderPage(url, parts));
  reply.pipe(response.writeHead(reply.statusCode!, reply.headers));
  response.on('close', () => reply.destroy());
}

async function renderPage({ pathname, searchParams }: URL, { vite, config }: Parts): Promise<string> {
  const lang = searchParams.get('lang');
  const style = (await vite.transformRequest(`/${styles}?direct`))!.code;
  const { renderPage } = await load(vite);
  const html = await renderPage(pathname, isLocale(lang) ? lang : defaultLocale, {
    siteOrigin: config.siteOrigin,
    configuration: siteConfiguration(config, new Date()),
    style,
  });
  // Vite then replaces these styles instead of adding to them.
  return html.replace('<style>', `<style data-vite-dev-id="${path.join(root, styles)}">`);
}

const load = (vite: ViteDevServer) => vite.ssrLoadModule('/scripts/dev/answer.ts') as Promise<typeof Answer>;
