import { chromiumArguments, findChromium, findHeadlessShell } from '../../scripts/commands/chromium.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { canInstallPackages, installPackages } from '../../scripts/commands/system-packages.ts';

/** A Chromium to measure with. */
export interface MeasuringBrowser {
  executablePath: string;
  args: string[];
  /** A remark to print beside the numbers. */
  remark: string;
}

/** Phones do not snap the edges of letters to whole pixels, which would also change the length of lines. */
const asOnPhones = ['--font-render-hinting=none'];

/**
 * Chromium without a window, installed where that is allowed: the engine is the same, but the browser draws no tabs and
 * no address bar on the processors that measure the page (docs/decisions/0024). The setting CHROMIUM names another one.
 * Throws when there is none at all.
 */
export async function findMeasuringBrowser(): Promise<MeasuringBrowser> {
  const chosen = process.env.CHROMIUM;
  if (chosen) return { executablePath: chosen, args: chromiumArguments(), remark: `Measured with ${chosen}.` };
  if (!findHeadlessShell() && canInstallPackages())
    await installPackages('Installing a Chromium without a window', 'headless-shell', [
      'chromium-headless-shell',
    ]).catch((error: Error) => console.error(error.message));
  const shell = findHeadlessShell();
  if (shell)
    return {
      executablePath: shell,
      args: [...chromiumArguments(), ...asOnPhones],
      remark: 'Measured with a Chromium without a window.',
    };
  const executablePath = findChromium();
  if (!executablePath) throw new ExplainedError('No Chromium was found to measure with. "npm test" installs one.');
  const remark = 'Measured with a Chromium that also draws its window, which takes processor time from the pages.';
  return { executablePath, args: chromiumArguments(), remark };
}
