import { explainFileFault } from './file-access.ts';

/**
 * What to tell a person when the server or a command cannot go on: one sentence that says what to do where the cause is known,
 * otherwise the error itself. Nobody has sent anything yet, so it cannot contain personal data.
 */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: end what listens there, or choose another one, for example PORT=${Number(port) + 10}.`;
    case 'EACCES':
      if (port)
        return `Port ${port} may only be used by an administrator: choose one from 1024, for example PORT=3000.`;
      return explainFileFault(error) ?? error.stack ?? error.message;
    case 'EPERM':
      return explainFileFault(error) ?? error.stack ?? error.message;
    case 'EADDRNOTAVAIL':
      return `HOST is not an address of this machine: leave it out, or use 0.0.0.0 for all its addresses.`;
    case 'ENOSPC':
      return 'The disk is full (no space left on device): free some, or move DATA_DIR to another disk.';
  }
  // Sentences for the operator stand alone; for everything else, the stack is shown.
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}
