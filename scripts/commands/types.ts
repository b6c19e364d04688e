/** `npm run types`: checks all types; those of the sentences come from the build. */
import { buildSite } from './build.ts';
import { runCommand } from './command.ts';
import { runTied } from './tied-process.mjs';

await runCommand(async () => {
  await buildSite();
  process.exitCode = await runTied(process.execPath, 'node_modules/typescript/bin/tsc', ['--noEmit'], process.env);
});
