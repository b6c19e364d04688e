export { ExplainedError } from '../../server/operator/explained-error.mjs';

export interface Step {
  /** What is being done, as a sentence without its full stop. */
  title: string;
  /** Name of the file in .logs, without its ending. */
  log: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  shell?: boolean;
}

export declare function runStep(step: Step): Promise<string>;
