import { runStandIn } from '../stand-in.ts';
import { buildAiApp } from './app.ts';
import { readAiConfig } from './config.ts';

/** Starts the stand-in for the AI provider and runs it until it is told to end or its parent has ended. */
await runStandIn(async () => {
  const { port, testControls, parentPid } = readAiConfig();
  const { app } = buildAiApp({ testControls });
  return { name: 'Development AI provider', app, port, portSetting: 'AI_PORT', parentPid };
});
