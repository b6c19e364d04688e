/**
 * Starts every command: `node scripts/commands/launch.mjs <script> [arguments]`. Runs on any Node from 20.19 with
 * nothing installed, installs what is missing and then runs the script with the project's own Node.
 */
import './node-version.mjs';

// Only loaded now, because older versions of Node would fail on the code before they could say that they are too old.
Promise.all([import('./install.mjs'), import('./tied-process.mjs')])
  .then(async ([{ installDependencies, requireProjectNode }, { runTied }]) => {
    const [script, ...args] = process.argv.slice(2);
    const environment = { ...process.env, COMMAND_STARTED_AT: String(Math.round(performance.timeOrigin)) };
    await installDependencies();
    process.exitCode = await runTied(requireProjectNode(), script, args, environment);
  })
  .catch((error) => {
    console.error(error.explained ? error.message : error);
    process.exitCode = 1;
  });
