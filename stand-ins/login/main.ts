import { buildLoginApp } from './app.ts';
import { LoginConfigError, readLoginConfig } from './config.ts';
import { whenParentEnds } from './parent.ts';
import { openProvider } from './provider.ts';
import { listenOnLoopback } from './server.ts';
import { FolderInUseError, FolderTooNewError } from './store.ts';

/** Starts the development login provider and runs it until it is told to end or its parent has ended. */
async function main(): Promise<void> {
  const config = readLoginConfig();
  const app = buildLoginApp(await openProvider(config));

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  whenParentEnds(config.parentPid, end);

  try {
    await listenOnLoopback(app, config.port);
  } catch (error) {
    await app.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortTakenError(config.port);
  }
  process.stdout.write(`Development login provider: http://localhost:${config.port}\n`);
}

class PortTakenError extends Error {
  constructor(port: number) {
    super(`Port ${port} is taken; set LOGIN_PORT to a free port for the development login provider.`);
  }
}

main().catch((error: Error) => {
  const isExplained = [LoginConfigError, FolderInUseError, FolderTooNewError, PortTakenError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${isExplained ? error.message : error.stack}\n`);
  process.exit(1);
});
