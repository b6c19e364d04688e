import { chromium as playwrightChromium } from '@playwright/test';
import { findProgram } from './find-program.ts';
import { runStep } from './step.mjs';
import { canInstallPackages, installPackages } from './system-packages.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** In distributions and in Chrome for Testing. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium to test with: the one of the setting CHROMIUM, an installed one, otherwise Playwright's if it is there.
 */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM || findProgram(names, [...macApplications, playwrightChromium.executablePath()]);
}

/**
 * The headless shell of the same Chromium: without windows, and a quarter less work for a journey (docs/decisions/0018).
 * Undefined where it is not installed, or another browser is asked for.
 */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM ? undefined : findProgram(shellNames);
}

/** What Playwright turns off for tests. A list of ours replaces its own, so its entries are repeated here. */
const offForTests = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * The lists below the address bar are Chromium's own web pages with hundreds of files: it loads them with every window,
 * even invisible ones, and they take as much processor time as a page of this site (docs/decisions/0018).
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];

/**
 * Arguments for a Chromium run by a script: quiet, without network access of its own, and able to run as root in a
 * container.
 */
export function chromiumArguments(): string[] {
  return [
    // Chromium refuses to start its sandbox as root, as tests run in containers.
    ...(process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...offForTests, ...addressBarPages]}`,
  ];
}

/**
 * Installs a Chromium and its headless shell where they are not found: the distribution's packages where that is allowed,
 * otherwise Playwright's Chromium, which does the work of both.
 */
export async function installChromium(): Promise<void> {
  const canInstall = canInstallPackages();
  const isHere = findChromium() !== undefined;
  if (canInstall && !(isHere && (process.env.CHROMIUM || findHeadlessShell())))
    await installPackages('Installing Chromium', 'chromium', [
      ...(isHere ? [] : ['chromium', 'fonts-liberation']),
      'chromium-headless-shell',
    ]).catch(tell);
  if (findChromium()) return;
  await runStep({
    title: 'Fetching the Chromium of Playwright',
    log: 'chromium',
    command: process.execPath,
    // The libraries it needs are packages of the distribution, too.
    args: ['node_modules/@playwright/test/cli.js', 'install', ...(canInstall ? ['--with-deps'] : []), 'chromium'],
  });
}

/** The next way is tried, but nobody should have to guess why the first one failed. */
function tell(error: Error): void {
  console.error(error.message);
}
