import { findProgram } from './find-program.ts';
import { ExplainedError } from './step.mjs';
import { canInstallPackages, installPackages } from './system-packages.ts';

const macApplication = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The Firefox of this machine, which journeys drive by WebDriver BiDi; undefined where there is none. */
export const findFirefox = (): string | undefined => findProgram(['firefox-esr', 'firefox'], [macApplication]);

/** Installs the distribution's where there is none. Throws an `ExplainedError` where that is not allowed. */
export async function requireFirefox(): Promise<void> {
  if (!findFirefox() && canInstallPackages()) await installPackages('Installing Firefox', 'firefox', ['firefox-esr']);
  if (!findFirefox()) throw new ExplainedError('There is no Firefox: install it, or the package "firefox-esr".');
}
