/** `npm run types`: checks all types, after it has written those of the sentences. */

import { runCommand } from '../../server/operator/run-command.ts';
import { writeMessageTypes } from '../build/catalogues.ts';
import { runTied } from './tied-process.mjs';

await runCommand(async () => {
  writeMessageTypes();
  process.exitCode = await runTied(process.execPath, 'node_modules/typescript/bin/tsc', ['--noEmit'], process.env);
});
