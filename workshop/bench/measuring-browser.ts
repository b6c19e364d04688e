import { chromiumArguments, findChromium, findProgram } from '../../scripts/commands/chromium.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { canInstallPackages, installPackages } from '../../scripts/commands/system-packages.ts';

/** What distributions and Chrome for Testing call it. */
const names = ['chromium-headless-shell', 'chrome-headless-shell'];

/** A Chromium to measure with. */
export interface MeasuringBrowser {
  executablePath: string;
  args: string[];
  /** What to say of it beside the numbers. */
  remark: string;
}

/** Phones do not move the edges of letters to whole dots, which would also change how long a line is. */
const asOnPhones = ['--font-render-hinting=none'];

/**
 * Chromium without a window of its own, installed where that is allowed: the engine is the same, but the browser does not
 * draw tabs and an address bar for nobody on the processors that the page is measured on (docs/decisions/0024). The setting
 * CHROMIUM names another. Throws when there is none at all.
 */
export async function findMeasuringBrowser(): Promise<MeasuringBrowser> {
  const chosen = process.env.CHROMIUM;
  if (chosen) return { executablePath: chosen, args: chromiumArguments(), remark: `Measured with ${chosen}.` };
  if (!findProgram(names) && canInstallPackages())
    await installPackages('Installing a Chromium without a window', 'headless-shell', [names[0]!]).catch(
      (error: Error) => console.error(error.message),
    );
  const shell = findProgram(names);
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
