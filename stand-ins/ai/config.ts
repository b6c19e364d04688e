import { type Environment, Settings } from '../stand-in.ts';

/** What the stand-in for the AI provider must know of its surroundings; read once at start. */
export interface AiConfig {
  port: number;
  /** Opens `/_test/`. */
  testControls: boolean;
  /** The process without which this one has no reason to run. */
  parentPid?: number;
}

/** Throws one `ExplainedFault` that names every setting that is wrong. */
export function readAiConfig(environment: Environment = process.env): AiConfig {
  const settings = new Settings(environment);
  const port = settings.wholeNumber('AI_PORT', 3002, 65_535);
  const testControls = settings.isOn('AI_TEST_CONTROLS');
  const parentPid = settings.parentPid();
  settings.requireFaultless();
  return { port, testControls, ...(parentPid && { parentPid }) };
}
