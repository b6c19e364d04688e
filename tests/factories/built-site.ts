import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hashOfCompany } from '../../server/config/legal-texts.ts';
import { locales } from '../../shared/locales.ts';

/** A small built site in a folder of its own, as the prerenderer would leave it. */
export interface BuiltSiteFolder {
  directory: string;
  remove(): void;
}

/** `files` are added below `public`, each as it is. */
export function writeBuiltSite(files: Record<string, string | Buffer> = {}): BuiltSiteFolder {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-site-'));
  const write = (file: string, content: string | Buffer) => {
    const target = path.join(directory, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const pages = [
    { path: '/writing-ant', id: 'landing' },
    { path: '/account', id: 'account' },
    { path: '/login', id: 'account' },
  ];
  write(
    'site.json',
    JSON.stringify({
      pages,
      notFoundId: 'not-found',
      scriptHashes: ['sha256-c2NyaXB0'],
      styleHash: 'sha256-c3R5bGU=',
      sessionScripts: ['/assets/session-a1b2c3d4.js'],
      companyHash: hashOfCompany(),
    }),
  );
  for (const locale of locales)
    for (const id of ['landing', 'account', 'not-found']) write(`pages/${locale}/${id}.html`, pageHtml(locale, id));

  const script = 'export const answer = 42;\n'.repeat(100);
  write('public/assets/entry-a1b2c3d4.js', script);
  write('public/assets/entry-a1b2c3d4.js.br', brotliCompressSync(script));
  write('public/assets/entry-a1b2c3d4.js.gz', gzipSync(script));
  write('public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('public/robots.txt', 'User-agent: *\nSitemap: %SITE_ORIGIN%/sitemap.xml\n');
  // The compressed form still contains the placeholder and must not be served.
  write('public/robots.txt.br', brotliCompressSync('stale'));
  write(
    'public/.well-known/security.txt',
    'Canonical: %SITE_ORIGIN%/.well-known/security.txt\nExpires: %EXPIRES%\nContact: mailto:x@y.example\n',
  );
  for (const [name, content] of Object.entries(files)) write(path.join('public', name), content);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

function pageHtml(locale: string, id: string): string {
  return [
    `<!doctype html><html lang="${locale}"><head><title>${id} ${locale}</title>`,
    `<link rel="canonical" href="%SITE_ORIGIN%/${id}"></head><body>${'Ants write. '.repeat(200)}`,
    '<script type="application/json" id="configuration">%SITE_CONFIGURATION%</script></body></html>',
  ].join('');
}
