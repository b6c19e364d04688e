import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import { keptSessionCookies } from '../../scripts/commands/cookie-mode.ts';
import { paths } from '../../shared/paths.ts';
import { clientId } from '../../stand-ins/login/config.ts';
import { publicKeyHash } from './certificate.ts';
import { formatRatio, formatTable, medianOf } from './measurement.ts';
import type { MeasuringBrowser } from './measuring-browser.ts';
import { type ServedSite, withServedSite } from './served-site.ts';

/** A good line: latency in milliseconds, and bytes a second. Chromium applies it to each request. */
const lines = {
  'this machine': null,
  '40 ms, 10 Mbit/s': { latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 },
} as const;

const person = {
  email: 'ada@example.com',
  password: 'a long enough password',
  firstName: 'Ada',
  lastName: 'Lindqvist',
};

/** The page that everything is compared with: the client library, and who is signed in as text. */
const barePath = '/bare-login';
const bareScriptPath = '/bare-login.js';

/** Calls a test control of the stand-in login provider. */
async function control(origin: string, call: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/_test/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The test control ${call} answered ${response.status}.`);
  return response.json();
}

/** The bare page has the site's security headers, too: browsers need time for them. */
const guards = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
];

async function addBarePage({ loginOrigin, addPage, headersOf }: ServedSite): Promise<void> {
  const own = await headersOf(paths.account);
  const headers = Object.fromEntries(guards.flatMap((name) => (own.has(name) ? [[name, own.get(name)!]] : [])));
  const bundle = await rolldown({ input: `${import.meta.dirname}/bare-login-page.ts`, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const { hostname, port, protocol } = new URL(loginOrigin);
  addPage(bareScriptPath, {
    type: 'text/javascript; charset=utf-8',
    text: output[0].code,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
  addPage(barePath, {
    type: 'text/html; charset=utf-8',
    headers,
    text: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signed in</title>',
      `<script type="module" src="${bareScriptPath}"></script></head>`,
      `<body data-client-id="${clientId}" data-hostname="${hostname}" data-port="${port}" data-scheme="${protocol}"></body></html>`,
    ].join(''),
  });
}

/** Gives a browser with an empty cache a session. */
async function openWithSession(browser: Browser, site: ServedSite): Promise<BrowserContext> {
  const context = await browser.newContext();
  const { refresh_token: token } = await control(site.controlOrigin, 'sessions', { email: person.email });
  if (site.loginOrigin !== site.controlOrigin) {
    await context.addCookies(keptSessionCookies(site, token));
    return context;
  }
  const page = await context.newPage();
  await page.goto(`${site.origin}/robots.txt`);
  await page.evaluate(
    ([key, token]) => localStorage.setItem(key!, token!),
    [`workos:refresh-token:${clientId}`, token as string],
  );
  await page.close();
  return context;
}

/** Milliseconds from the start of the navigation until the page names who is signed in. */
async function measureSignedIn(context: BrowserContext, url: string, line: (typeof lines)[keyof typeof lines]) {
  const page = await context.newPage();
  if (line) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
  }
  // Reported by the page: asking it for the element would run the test's scripts in it during the measurement.
  let tell = (_elapsedMs: number) => {};
  const told = new Promise<number>((resolve) => {
    tell = resolve;
  });
  await page.exposeBinding('tellSignedIn', (_, elapsedMs: number) => tell(elapsedMs));
  await page.addInitScript((sentence) => {
    const observer = new MutationObserver(() => {
      if (!document.body?.textContent?.includes(sentence)) return;
      observer.disconnect();
      (window as unknown as { tellSignedIn(ms: number): void }).tellSignedIn(performance.now());
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, `signed in as ${person.email}`);
  await page.goto(url, { waitUntil: 'commit' });
  const tooLate = page.waitForTimeout(30_000).then((): never => {
    throw new Error(`${url} did not say within 30 s who is signed in.`);
  });
  const elapsedMs = await Promise.race([told, tooLate]);
  await page.close();
  return elapsedMs;
}

/**
 * Prints how long it takes from opening /account with a live session until the signed-in page is here, compared with a
 * bare page with the same client library, in turn, each time in a context of its own: first with the provider's
 * cookies, as in production, then with the token in the browser's storage, as in development (docs/decisions/0008,
 * 0016).
 */
export async function measureSession(runs: number, browser: MeasuringBrowser): Promise<void> {
  const rows = [['Session in', 'Line', 'Cache', 'Page', 'Median', 'Worst']];
  for (const inCookieMode of [true, false])
    await withServedSite(
      async (site) => {
        const times = await measureSite(site, runs, browser);
        rows.push(...times.map((row) => [inCookieMode ? 'cookies' : 'storage', ...row]));
      },
      { inCookieMode },
    );
  console.log(formatTable(rows));
}

async function measureSite(
  site: ServedSite,
  runs: number,
  { executablePath, args }: MeasuringBrowser,
): Promise<string[][]> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...args,
      // The certificate is self-signed. If its errors were only ignored, nothing that comes with it would be cached.
      `--ignore-certificate-errors-spki-list=${publicKeyHash(site.certificate)}`,
    ],
  });
  const rows: string[][] = [];
  try {
    await addBarePage(site);
    await control(site.controlOrigin, 'accounts', person);
    const pages = { bare: site.origin + barePath, account: site.origin + paths.account };
    for (const [name, line] of Object.entries(lines)) {
      const times: Record<string, number[]> = {};
      for (let run = 0; run < runs; run++)
        for (const [id, url] of Object.entries(pages)) {
          const context = await openWithSession(browser, site);
          for (const cache of ['empty', 'full']) {
            times[`${cache} ${id}`] ??= [];
            times[`${cache} ${id}`]!.push(await measureSignedIn(context, url, line));
          }
          await context.close();
        }
      for (const cache of ['empty', 'full'])
        for (const id of Object.keys(pages)) {
          const [own, bare] = [times[`${cache} ${id}`]!, times[`${cache} bare`]!];
          const cell = (of: (values: number[]) => number) =>
            `${of(own).toFixed(0)} ms ${formatRatio(of(own), of(bare))}`;
          rows.push([name, cache, id, cell(medianOf), cell((values) => Math.max(...values))]);
        }
    }
  } finally {
    await browser.close();
  }
  return rows;
}
