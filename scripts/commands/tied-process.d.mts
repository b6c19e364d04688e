import type { ChildProcess, SpawnOptions, StdioOptions } from 'node:child_process';

export declare function spawnTied(
  node: string,
  script: string,
  args: string[],
  options: Omit<SpawnOptions, 'stdio'> & { stdio?: Extract<StdioOptions, readonly unknown[]>; flags?: string[] },
): ChildProcess;

export declare function runTied(
  node: string,
  script: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number>;
