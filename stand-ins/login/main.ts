import { runStandIn } from '../stand-in.ts';
import { buildLoginApp } from './app.ts';
import { readLoginConfig } from './config.ts';
import { openProvider } from './provider.ts';

/** Starts the development login provider and runs it until it is told to end or its parent has ended. */
await runStandIn(async () => {
  const config = readLoginConfig();
  return {
    name: 'Development login provider',
    app: buildLoginApp(await openProvider(config)),
    port: config.port,
    portSetting: 'LOGIN_PORT',
    parentPid: config.parentPid,
  };
});
