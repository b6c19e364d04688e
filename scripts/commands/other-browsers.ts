import { findProgram } from './find-program.ts';
import { ExplainedError } from './step.mjs';
import { canInstallPackages, installPackages } from './system-packages.ts';

const macApplication = '/Applications/Firefox.app/Contents/MacOS/firefox';
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** What journeys in other engines than Chromium's start; undefined where it is not there. */
export const findOtherBrowsers = () => ({
  firefox: findProgram(['firefox-esr', 'firefox'], [macApplication]),
  /** Drives the small browser of WebKitGTK, which only opens on a screen. */
  webkitDriver: findProgram(['WebKitWebDriver']),
  screen: findProgram(['Xvfb']),
});

const areHere = () => Object.values(findOtherBrowsers()).every(Boolean);

/** Installs the distribution's where one is missing. Throws an `ExplainedError` where that is not allowed. */
export async function requireOtherBrowsers(): Promise<void> {
  if (!areHere() && canInstallPackages())
    await installPackages('Installing Firefox and WebKit', 'other-browsers', packages);
  if (!areHere())
    throw new ExplainedError(`Firefox or WebKit is missing: install the packages ${packages.join(', ')}.`);
}
