/**
 * Starts every command: `node scripts/commands/launch.mjs <script> [arguments]`. Runs on any Node from 20.19 with
 * nothing installed, installs what is missing and then runs the script with the project's own Node.
 */
import { fileURLToPath } from 'node:url';
import './node-version.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Only loaded now, because older versions of Node would fail on the code before they could say that they are too old.
Promise.all([import('./install.mjs'), import('./tied-process.mjs'), import('./version-stamp.mjs')])
  .then(async ([{ installDependencies, requireProjectNode }, { runTied }, { stampClone }]) => {
    const [script, ...args] = process.argv.slice(2);
    const environment = { ...process.env, COMMAND_STARTED_AT: String(Math.round(performance.timeOrigin)) };
    await installDependencies();
    stampClone(root);
    process.exitCode = await runTied(requireProjectNode(), script, args, environment);
  })
  .catch((error) => {
    console.error(error.explained ? error.message : error);
    process.exitCode = 1;
  });
