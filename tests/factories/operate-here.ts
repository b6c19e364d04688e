import { format } from 'node:util';
import { vi } from 'vitest';
import { operate } from '../../server/operator/operate.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { inVisibleLines } from '../../server/operator/terminal.ts';

/**
 * Runs an operator's command with these settings as main.ts does it, but in this process, because starting one takes longer
 * than most commands.
 */
export async function operateHere(
  settings: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  let output = '';
  const record = (...told: unknown[]) => {
    output += `${format(...told)}\n`;
  };
  const spies = [
    ...[vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(record)),
    // Progress, which a terminal shows in one line.
    vi.spyOn(process.stdout, 'write').mockImplementation((told) => {
      output += told;
      return true;
    }),
  ];
  try {
    await runCommand(() => operate(args), inVisibleLines);
    return { code: Number(process.exitCode ?? 0), output };
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
