import { createConnection } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type CommandResult, OperatorMistake } from '../contract/command.ts';

/** What the server answers on its socket. */
export type Answer = { result: CommandResult } | { mistake: string } | { fault: string };

/** Only the user under whom the server runs can open it. */
export const socketIn = (dataDir: string) => path.join(dataDir, 'operator.sock');

/** Has the server on `dataDir` run a command; undefined where none listens. Throws what the command throws there. */
export async function askServer(dataDir: string, args: readonly string[]): Promise<CommandResult | undefined> {
  const connection = createConnection(socketIn(dataDir));
  const isOpen = await new Promise<boolean>((resolve) =>
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  );
  if (!isOpen) return undefined;
  connection.end(JSON.stringify(args));
  const told: Answer = JSON.parse(await text(connection));
  if ('mistake' in told) throw new OperatorMistake(told.mistake);
  if ('fault' in told) throw new Error(told.fault);
  return told.result;
}
