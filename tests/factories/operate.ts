import { askServer } from '../../server/operator/ask-server.ts';

/** Has the server on `dataDir` run an operator's command, and answers what that says. `output` is what the server said itself. */
export async function operateServer(
  dataDir: string,
  command: readonly string[],
  output: () => string | undefined,
): Promise<string> {
  const result = await askServer(dataDir, command).catch((error: Error) => ({ failed: true, lines: [error.message] }));
  if (result && !result.failed) return result.lines.join('\n');
  const said = result ? result.lines.join('\n') : 'The server does not listen to operators.';
  throw new Error(`${command.join(' ')}: ${said}\n${output()}`);
}
