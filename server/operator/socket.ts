import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { OperatorMistake, type Service } from '../contract/command.ts';
import { explainFileFault } from '../file-access.ts';
import { type Answer, socketIn } from './ask-server.ts';
import { findCommand } from './commands.ts';
import { performOn } from './perform.ts';

/** Systems allow about this many bytes for a socket's path. */
const maxPathBytes = 100;

/**
 * Runs operators' commands inside the server that has opened the embedded database, because no second process can. The caller holds
 * the lock of `dataDir`. Returns what ends it.
 */
export async function listenForOperators(service: Service, dataDir: string): Promise<() => Promise<void>> {
  const address = socketIn(dataDir);
  if (Buffer.byteLength(address) > maxPathBytes) return async () => {};
  rmSync(address, { force: true });
  const server = createServer({ allowHalfOpen: true }, async (connection) => {
    connection.on('error', () => {});
    connection.end(JSON.stringify(await answer(service, connection)));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  chmodSync(address, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function answer(service: Service, connection: Socket): Promise<Answer> {
  try {
    const { command, rest } = findCommand(JSON.parse(await text(connection)))!;
    if (command.kind === 'files' || command.kind === 'settings') throw new Error('This command needs no server.');
    return { result: await performOn(service, command, rest) };
  } catch (error) {
    if (error instanceof OperatorMistake) return { mistake: error.message };
    return { fault: explainFileFault(error) ?? (error instanceof Error ? error.message : String(error)) };
  }
}
