import { act } from '../contract/act.ts';
import type {
  CommandContext,
  CommandResult,
  DatabaseCommand,
  Service,
  ServiceCommand,
  TransactionCommand,
} from '../contract/command.ts';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/schema.ts';
import { product } from '../features.ts';
import { recordAction } from '../platform/operator-actions/operator-actions.ts';

/** Runs a command on the service and records it. */
export async function performOn(
  service: Service,
  command: TransactionCommand | DatabaseCommand | ServiceCommand,
  args: string[],
): Promise<CommandResult> {
  const { config, database, clock } = service;
  const context = { ...product, config, clock: clock.now };
  if (command.kind !== 'service') return perform(database, command, args, context);
  const work = () => command.work(service, args);
  return perform(database, { ...command, kind: 'database', work }, args, context);
}

/** Runs a command and records it: in one transaction, both or neither; otherwise, when it is done. */
export async function perform(
  database: Database,
  command: TransactionCommand | DatabaseCommand,
  args: string[],
  context: CommandContext,
): Promise<CommandResult> {
  const { name } = command;
  const record = (queries: Queries, { subject = null, outcome }: CommandResult, now: Date) =>
    recordAction(queries, { command: name, subject, outcome }, now);
  let result: CommandResult;
  if (command.kind === 'transaction') {
    result = await act({ ...context, database }, async (recorded) => {
      const done = await command.run(recorded, args, context);
      await record(recorded.trx, done, recorded.now);
      return done;
    });
    const followed = await command.follow?.(database, context);
    if (followed)
      result = {
        ...result,
        lines: [...result.lines, ...followed.lines],
        failed: result.failed || followed.failed || false,
      };
  } else {
    result = await command.work(database, args, context);
    await record(database.kysely, result, context.clock());
  }
  // That somebody was asked is recorded as well, and told with what is answered.
  if (result.question) return result;
  return { ...result, lines: [...result.lines, `Recorded: ${name}, ${result.outcome}.`] };
}
