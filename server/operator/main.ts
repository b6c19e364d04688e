/**
 * `node_modules/.bin/node server/operator/main.ts <command>`, in development also `npm run operator -- <command>`: what operators do by hand.
 * Every command says what it did, and that is recorded. It runs on production's packages alone and installs none.
 */

import { operate } from './operate.ts';
import { runCommand } from './run-command.ts';
import { inVisibleLines } from './terminal.ts';

await runCommand(() => operate(process.argv.slice(2)), inVisibleLines);
