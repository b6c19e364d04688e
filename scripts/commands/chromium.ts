import fs from 'node:fs';
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import { runStep } from './step.mjs';
import { canInstallPackages, installPackages } from './system-packages.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium to test with: the one of the setting CHROMIUM, an installed one, else Playwright's if it is there. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen) return chosen;
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...folders, ...onPath].flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...candidates, ...macApplications, playwrightChromium.executablePath()].find((file) => fs.existsSync(file));
}

/** Installs a Chromium where none is found: the distribution's package where that is allowed, else Playwright's. */
export async function installChromium(): Promise<void> {
  if (findChromium()) return;
  const canInstall = canInstallPackages();
  if (canInstall)
    await installPackages('Installing Chromium', 'chromium', ['chromium', 'fonts-liberation']).catch(tell);
  if (findChromium()) return;
  await runStep({
    title: 'Fetching the Chromium of Playwright',
    log: 'chromium',
    command: process.execPath,
    // The libraries it needs are packages of the distribution, too.
    args: ['node_modules/@playwright/test/cli.js', 'install', ...(canInstall ? ['--with-deps'] : []), 'chromium'],
  });
}

/** The next way is tried, but nobody should have to guess why the first did not work. */
function tell(error: Error): void {
  console.error(error.message);
}
