/** `npm run lint -- <folder or file>`: findings of the linter and the formatter; nothing is changed. */
import { runCommand } from '../../server/operator/run-command.ts';
import { runTied } from './tied-process.mjs';

const biome = 'node_modules/@biomejs/biome/bin/biome';

await runCommand(async () => {
  const args = ['ci', '--error-on-warnings', ...process.argv.slice(2)];
  process.exitCode = await runTied(process.execPath, biome, args, process.env);
});
