/** `npm run fix -- <folder or file>`: formats, and fixes what can be fixed without changing what the code does. */
import { runCommand } from '../../server/operator/run-command.ts';
import { runTied } from './tied-process.mjs';

const biome = 'node_modules/@biomejs/biome/bin/biome';

await runCommand(async () => {
  const args = ['check', '--write', ...process.argv.slice(2)];
  process.exitCode = await runTied(process.execPath, biome, args, process.env);
});
