import { runStandIn } from '../stand-in.ts';
import { buildCardsApp } from './app.ts';
import { readCardsConfig } from './config.ts';
import { openProvider } from './provider.ts';

/** Starts the stand-in for card payments and runs it until it is told to end or its parent has ended. */
await runStandIn(async () => {
  const config = readCardsConfig();
  return {
    name: 'Development card payments',
    app: buildCardsApp(openProvider(config)),
    port: config.port,
    portSetting: 'CARDS_PORT',
    parentPid: config.parentPid,
  };
});
