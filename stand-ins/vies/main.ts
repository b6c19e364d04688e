import { runStandIn } from '../stand-in.ts';
import { buildViesApp } from './app.ts';
import { readViesConfig } from './config.ts';

/** Starts the development register of VAT numbers, until it is told to end or its parent has ended. */
await runStandIn(async () => {
  const { port, parentPid } = readViesConfig();
  return {
    name: 'Development register of VAT numbers',
    app: buildViesApp(),
    port,
    portSetting: 'VIES_PORT',
    parentPid,
  };
});
